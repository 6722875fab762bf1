import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { analystPages } from './analyst-pages.ts'

const PAGE = '/analysis/board'
const TYPES = "type IN ('ProductListed', 'ShopStarted', 'AccountRegistered')"
const BY_TYPE = `SELECT type, count(*) AS n, list(event) AS evidence FROM events WHERE ${TYPES} GROUP BY type ORDER BY type`
const COUNT = 'SELECT count(*) AS products, max(event) AS newest FROM ProductListed'
const LIST = 'SELECT event, recordedAt, stream FROM events ORDER BY event'

describe.runIf(hasBrowser)('the board', () => {
  const pages = analystPages()
  const { at, press } = pages
  const save = (name: string, sql: string, parameters = {}) =>
    pages.analyst.post('/api/analysis/questions', { name, sql, parameters })
  const names = () => at.page.getByRole('listitem').getByRole('heading').allTextContents()
  const focused = () => at.page.evaluate('document.activeElement.getAttribute("aria-label")')
  /** Holds all changes of the board until they are released. */
  const holdChanges = async (act: (first: boolean, route: Route) => Promise<void>) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let changes = 0
    await at.page.route('**/api/analysis/board/*', async (route) => {
      const isFirst = ++changes === 1
      await released
      await act(isFirst, route)
    })
    return { release }
  }
  const refuse = (route: Route) => route.fulfill({ status: 500, json: {} })
  const area = (name: string) => at.page.getByRole('region', { name, exact: true })

  test('is empty at first, and says how to fill it', async () => {
    const { page } = at
    await at.signIn('/analysis/questions', pages.analyst)
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await at.note('No question is on the board yet')
    await at.note('No question is saved yet.')
    await pages.isRight('board-empty')
    await page.route('**/api/analysis/board', (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await at.note('Error: Failed to fetch the board')
    await page.unroute('**/api/analysis/board')
    await press('Try again')
    await at.note('No question is on the board yet')
  })

  test('shows the answers of its questions, and its questions are added, moved and taken off by keyboard', async () => {
    const { page } = at
    await save('by-type', BY_TYPE)
    await save('products', COUNT)
    await save('all-events', LIST.replace('ORDER', 'WHERE event >= $first ORDER'), { first: 1 })
    await save('wrong', 'SELECT nothing FROM events')
    await at.signIn(PAGE, pages.analyst)
    for (const name of ['wrong', 'all-events', 'products']) {
      await page.getByLabel('Saved question').selectOption(name)
      await page.getByRole('button', { name: 'Add to the board' }).press('Enter')
      await area(name).waitFor()
    }
    await at.signIn('/analysis/questions?question=by-type', pages.analyst)
    await press('Put on the board')
    await page.getByRole('link', { name: 'On the board' }).click()
    await page.waitForURL(`**${PAGE}`)
    await area('by-type')
      .getByRole('img', { name: /^n, AccountRegistered to ShopStarted: 3 values$/ })
      .waitFor()
    await area('products').getByText('Products', { exact: true }).waitFor()
    await area('all-events')
      .getByText(/^The first 5 of \d+ rows\./)
      .waitFor()
    await area('wrong').getByText('nothing').waitFor()
    await area('all-events').getByText('first = 1', { exact: true }).waitFor()
    await area('products')
      .getByText(/^Digest of the result [0-9a-f]{8}\. now\(\) returned [-\d]+T[:.\d]+Z$/)
      .waitFor()
    await pages.isRight('board')

    expect(await names()).toEqual(['wrong', 'all-events', 'products', 'by-type'])
    const up = page.getByRole('button', { name: 'Move up by-type' })
    await up.press('Enter')
    await expect.poll(names).toEqual(['wrong', 'all-events', 'by-type', 'products'])
    await expect.poll(focused).toBe('Move up by-type')
    await up.press('Enter')
    await up.press('Enter')
    await expect.poll(names).toEqual(['by-type', 'wrong', 'all-events', 'products'])
    await at.note('by-type is now 1 of 4')
    await expect.poll(focused).toBe('Move down by-type')
    await page.getByRole('button', { name: 'Remove wrong from the board' }).press('Enter')
    await expect.poll(names).toEqual(['by-type', 'all-events', 'products'])
    await at.note('wrong was taken off the board')
    await page.reload()
    await expect.poll(names).toEqual(['by-type', 'all-events', 'products'])
  })

  test('opens as of any event or moment, from its address', async () => {
    const { page } = at
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await at.signIn(`${PAGE}?asOf=1`, pages.analyst)
    await area('products').getByText('As of event 1', { exact: true }).waitFor()
    await area('products').getByText('0', { exact: true }).waitFor()
    await page.getByLabel('As of').fill('soon')
    await page.getByLabel('As of').press('Enter')
    await at.note('Enter an event number or a UTC time')
    await page.getByLabel('As of').fill('2')
    await press('Show')
    await area('products').getByText('As of event 2', { exact: true }).waitFor()
    expect(page.url()).toMatch(/\?asOf=2$/)
    await press('Copy link')
    await at.note('Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/analysis\/board\?asOf=2$/)
    await page.getByLabel('As of').fill('2026-01-01 12:00')
    await press('Show')
    await area('products').getByText('As of event 0', { exact: true }).waitFor()
    await page.goBack()
    await area('products').getByText('As of event 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'products', exact: true }).click()
    await page.waitForURL(/\/analysis\/questions\?question=products&version=1&asOf=2&run=yes$/)
    await page.getByRole('heading', { name: 'One row', exact: true }).waitFor()
  })

  test('says that a change or an answer failed, and shows the board as it is', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await area('products').getByText('Products', { exact: true }).waitFor()
    await page.route('**/api/analysis/board/products', (route) => route.fulfill({ status: 500, json: {} }))
    await press('Move up products')
    await at.note('Error: The board could not be changed')
    await expect.poll(names).toEqual(['by-type', 'all-events', 'products'])
    await page.unrouteAll()
    await page.route('**/api/analysis/runs', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${PAGE}?asOf=3`)
    await area('by-type').getByText('Error: The question could not be asked').waitFor()
    await page.unrouteAll()
    await area('by-type').getByRole('button', { name: 'Try again' }).click()
    await area('by-type').getByText('As of event 3', { exact: true }).waitFor()
  })

  test('reports that a change was refused, also if a later one was not', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    const { release } = await holdChanges((first, route) => (first ? refuse(route) : route.continue()))
    await press('Move up products')
    await press('Move up products')
    await expect.poll(names).toEqual(['products', 'by-type', 'all-events'])
    release()
    await at.note('Error: The board could not be changed')
    await press('Move down products')
    await expect.poll(names).toEqual(['by-type', 'products', 'all-events'])
    await page.getByText('The board could not be changed').waitFor({ state: 'detached' })
  })

  test('is not left without a question while changes wait for their turn', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    const { release } = await holdChanges((_, route) => route.continue())
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await expect.poll(names).toHaveLength(3)
    const [one, two, last] = await names()
    await press(`Move up ${last}`)
    await press(`Move up ${last}`)
    await expect.poll(names).toEqual([last, one, two])
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.waitForURL('**/analysis/events')
    await page.evaluate('setTimeout(() => location.reload())')
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await page.goBack()
    const [read] = await Promise.all([page.waitForResponse('**/api/analysis/board'), release()])
    await read.finished()
    await page.reload()
    await expect.poll(names).toEqual([last, one, two])
    expect(asked).toEqual(['beforeunload'])
  })

  test('leads to a question that can be mailed each Monday', async () => {
    const { page } = at
    await at.signIn('/analysis/questions?question=products', pages.analyst)
    await press('Mail me each Monday')
    await at.note(/^Next mail: \d{4}-\d\d-\d\d 08:00 UTC$/)
    await pages.isRight('question-mailed')
    await page.reload()
    await at.note(/^Next mail: /)
    await press('End the mails')
    await page.getByRole('button', { name: 'Mail me each Monday' }).waitFor()
    expect((await pages.analyst.get('/api/analysis/mailed-questions')).body).toEqual([])
  })
})
