import { Readable } from 'node:stream'
import { verifyArchive } from '@shop/analysis/exports/verify-archive'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { DESK } from '../support/page-visits.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { analystPages } from './analyst-pages.ts'
import { violationsIn } from './axe.ts'

const PAGE = '/analysis/questions'
const BY_TYPE = `SELECT type, count(*) AS n, list(event ORDER BY event) AS evidence
FROM events WHERE event <= $most GROUP BY type ORDER BY n DESC, type`
/** This query has more rows than an answer can hold, but fewer than an export can. */
const MANY = 'SELECT n, $most AS most FROM range(12000) numbers(n) ORDER BY n'
/** The answer of this query shows its first rows at once. Its export has so many rows that it runs until it is cancelled. */
const ALWAYS_MORE = 'SELECT n FROM range(100000000000) numbers(n)'
const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range, b.range) = 1'

describe.runIf(hasBrowser)('a question in SQL', () => {
  const pages = analystPages()
  const { at, press, isRight } = pages
  const text = () => at.page.getByLabel('Question in SQL')
  const summary = (words: string | RegExp) => at.page.locator('summary', { hasText: words })
  async function ask(sql: string, most?: number) {
    await text().fill(sql)
    if (most !== undefined) await at.page.getByLabel('$most').fill(String(most))
    await text().press('Control+Enter')
  }

  test('is completed by keyboard, and run as of each day', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await page.getByRole('heading', { name: 'Tables' }).waitFor()
    await text().pressSequentially('SELECT count(*) AS n FROM ProductL')
    await page.getByRole('option', { name: /^ProductListed/ }).waitFor()
    expect(await violationsIn(page)).toEqual([])
    await text().press('ArrowDown')
    await page.getByRole('option', { name: /^ProductListed/, selected: true }).waitFor()
    await text().press('Enter')
    expect(await text().inputValue()).toBe('SELECT count(*) AS n FROM ProductListed')
    await text().pressSequentially(' WHERE pro')
    await page.getByRole('option', { name: /^productId varchar, ProductListed/ }).waitFor()
    await text().press('Escape')
    expect(await page.getByRole('listbox', { name: 'Suggestions' }).count()).toBe(0)
    await text().fill('SELECT count(*) AS n FROM ProductListed')
    await text().press('Escape')
    await summary('Answers as of past days').click()
    await page.getByLabel('When', { exact: true }).selectOption('day')
    await page.getByLabel('How many').fill('27')
    await press('Ask for each of these days')
    await at.note('Enter a number from 1 to 26')
    await page.getByLabel('How many').fill('2')
    await press('Ask for each of these days')
    await at.note('2 of 2 moments are answered')
    await page.getByRole('img', { name: /^n as of 2 moments, / }).waitFor()
    const past = page.getByRole('region', { name: 'Answers as of each moment' })
    expect(await past.getByRole('row').count()).toBe(3)
    expect(await violationsIn(page)).toEqual([])
    expect(at.wrong).toEqual([])
  })

  test('is run, answered with its evidence, verified, saved and opened again', async () => {
    await at.signIn('/analysis', pages.analyst)
    await at.page.waitForURL(`**${PAGE}`)
    await at.page.getByLabel('As of', { exact: true }).fill('2')
    await ask(BY_TYPE, 1000)
    await at.page.getByRole('heading', { name: /^(One|\d+) rows?$/ }).waitFor()
    await at.note('1 to 2')
    await at.note(', last event 2.')
    expect(await at.row('ProductListed').count()).toBe(0)
    await at.page.getByLabel('As of', { exact: true }).fill('')
    await ask(BY_TYPE, 1000)
    await at
      .row('ProductListed')
      .getByRole('button', { name: /^Evidence of ProductListed, 3 events$/ })
      .click()
    const evidence = at.page.getByRole('region', { name: /^Evidence of ProductListed: 3 events$/ })
    const first = evidence.getByRole('row', { name: /ProductListed .* price \$\d+\.\d\d$/ }).first()
    await first.getByRole('link', { name: /^Event \d+$/ }).waitFor()
    expect(await evidence.getByRole('row').count()).toBe(4)
    await at.page.getByRole('img', { name: /^n, / }).waitFor()
    await press('Verify again')
    await at.note('The result is the same, and so are all digests.')
    await at.page.route(/\/api\/analysis\/runs/, async (route) => {
      const response = await route.fetch()
      const { answer, ...run } = await response.json()
      const changed = answer && { answer: { ...answer, rangeDigest: 'of other events' } }
      await route.fulfill({ response, json: { ...run, ...changed } })
    })
    await press('Verify again')
    await at.note('The result is the same. These digests differ: events.')
    await at.page.unrouteAll({ behavior: 'wait' })

    await at.page.getByLabel('Name', { exact: true }).fill('By Type')
    await press('Save')
    await at.note('Use small letters and digits, joined by hyphens')
    await at.page.getByLabel('Name', { exact: true }).fill('by-type')
    const answer = Promise.withResolvers<void>()
    await at.page.route('**/api/analysis/questions', async (route) => {
      await answer.promise
      await route.continue()
    })
    await press('Save')
    await text().fill('SELECT 2')
    answer.resolve()
    await at.note('is saved as version 1')
    expect(await text().inputValue()).toBe('SELECT 2')
    await at.page.reload()
    expect(await text().inputValue()).toBe('SELECT 2')
    await summary('Open a question').click()
    await press('by-type version 1')
    await press('Replace it')
    expect(await text().inputValue()).toBe(BY_TYPE)
    expect(await at.page.getByLabel('$most').inputValue()).toBe('1000')
    expect(at.wrong).toEqual([])
  })

  test('shows the time of now(), and says if two results from the same events differ only by it', async () => {
    await at.signIn(PAGE, pages.analyst)
    await at.page.getByLabel('As of', { exact: true }).fill('0')
    await text().fill('SELECT now() AS moment')
    await press('Run')
    await at.note('Events begin with 1')
    await at.page.getByLabel('As of', { exact: true }).fill('1970-01-01')
    await ask('SELECT now() AS moment')
    await at.note('If you ask as of a time, now() is that time')
    await at.note('now() in this result')
    await at.note('1970-01-01T00:00:00.000Z')
    expect(await at.page.getByText('differs because its now()').count()).toBe(0)
    await at.page.getByLabel('As of', { exact: true }).fill('2020-01-01 12:00')
    await ask('SELECT now() AS moment')
    await at.note('differs because its now()')
    await at.note('2020-01-01T12:00:00.000Z')
    await at.note('As of a time before the first event, when the shop had not opened yet.')
    await at.page.getByLabel('As of', { exact: true }).fill('soon')
    await press('Run')
    await at.note('Enter an event number or a UTC time')
    expect(await at.page.getByRole('heading', { name: 'One row' }).count()).toBe(0)
    await at.page.getByLabel('As of', { exact: true }).fill('0,002')
    await press('Run')
    await at.note('1 to 2')
  })

  test('that runs without an end can be cancelled, and a syntax error moves the caret to its position', async () => {
    await at.signIn(PAGE, pages.analyst)
    await text().fill(ENDLESS)
    await press('Run')
    await at.page.getByRole('status').filter({ hasText: 'Running' }).waitFor()
    await press('Cancel')
    await expect.poll(() => at.page.getByRole('main').textContent()).toContain('The question was cancelled')
    await ask('SELECT * FROM NoSuchTable')
    await at.page.getByRole('alert').filter({ hasText: 'NoSuchTable' }).waitFor()
    await expect.poll(() => at.page.evaluate('document.activeElement.selectionStart')).toBe(14)
  })

  test('that fails shows why in the window, with the line and column, and reserved words are completed with quotes', async () => {
    const { page } = at
    const bottomOf = async (note: Locator) => {
      const { y, height } = (await note.boundingBox())!
      return y + height
    }
    await page.setViewportSize(DESK)
    await at.signIn(PAGE, pages.analyst)
    await ask('SELECT at FROM OrderStatusChanged')
    const failure = page.getByRole('alert').filter({ hasText: /^Line 1, column 11: .* write "at" with double quotes/ })
    await failure.waitFor()
    await expect.poll(() => bottomOf(failure)).toBeLessThan(DESK.height)
    await text().fill('')
    await text().pressSequentially('FROM OrderStatusChanged SELECT at')
    await page.getByRole('option', { name: /^"at"/ }).waitFor()
    await text().press('ArrowDown')
    await text().press('Enter')
    expect(await text().inputValue()).toBe('FROM OrderStatusChanged SELECT "at"')
    await ask('SELECT 1; SELECT 2')
    const refused = page.getByRole('alert').filter({ hasText: 'A question is one SELECT' })
    await refused.waitFor()
    await expect.poll(() => page.locator(':focus').textContent()).toContain('A question is one SELECT')
    expect(await bottomOf(refused)).toBeLessThan(DESK.height)
  })

  test('can start from one of eleven questions and from table names, and typed text is replaced only after a confirmation', async () => {
    await at.signIn(PAGE, pages.analyst)
    await press('Sold pieces by size')
    expect(await text().inputValue()).toContain('unnest(items)')
    await at.page.getByRole('heading', { name: 'Sold pieces by size' }).waitFor()
    await text().fill('SELECT count(*) FROM ')
    await at.note('The text has changed since it was opened.')
    await text().press('Control+End')
    await at.page.getByLabel('Table or field').fill('orderplaced')
    await summary('OrderPlaced').click()
    await press(/^Insert OrderPlaced/)
    expect(await text().inputValue()).toBe('SELECT count(*) FROM OrderPlaced')
    await at.page.getByLabel('Table or field').fill('as_of')
    for (const name of ['orders_as_of(n)', 'stock_as_of(n)', 'carts_as_of(n)']) await summary(name).waitFor()
    await at.page.getByLabel('Table or field').fill('trail')
    for (const name of [/^trail$/, /^trailCounts$/]) await summary(name).waitFor()
    await summary('Open a question').click()
    await press('Sales by country')
    await press('Cancel')
    expect(await text().inputValue()).toBe('SELECT count(*) FROM OrderPlaced')
    await press('Sales by country')
    await press('Replace it')
    expect(await text().inputValue()).toContain("coalesce(country, 'unknown')")
    await press('Run')
    await at.note('The answer has no rows.')
  })

  test('can be used on any device and with assistive technology', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await page.getByRole('heading', { name: 'Tables' }).waitFor()
    await isRight('questions-empty')
    await summary('Open a question').click()
    await ask(BY_TYPE, 1000)
    await at
      .row('ProductListed')
      .getByRole('button', { name: /^Evidence/ })
      .click()
    await at.note(/price \$\d+/)
    await summary(/^ProductListed/).click()
    await isRight('questions-answer')
    await ask('SELECT nothing FROM OrderPlaced')
    await page.getByRole('alert').waitFor()
    await isRight('questions-failure')
  })

  test('can be read as a report', async () => {
    const { page } = at
    await at.signIn('/analysis/reports', pages.analyst)
    const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor()
    await isRight('reports-all')
    await open('How much of each size has left the stock')
    await at.row('not by size').waitFor()
    await isRight('reports-answer')
    await open('All reports')
    await page.route('**/api/analysis/runs', (route) => route.fulfill({ status: 500, json: {} }), { times: 20 })
    await open('How checkouts end')
    await at.note('Error: The report could not be made')
    await page.unrouteAll()
    await press('Run')
    await at.note('The answer has no rows.')
    await open('Open the report as a question in SQL')
    expect(await text().inputValue()).toContain('FROM checkoutClasses started')
  })

  test('has the state of the log beside it, which can be verified again', async () => {
    const { page } = at
    const since = '2026-11-20T12:00:05.000Z'
    const damage = { first: 11, last: 20, foundAt: since, rebuiltAt: '2026-11-20T12:01:05.000Z' }
    const damages = { times: 2, newest: [damage, { ...damage, first: 21, last: 21, foundAt: damage.rebuiltAt }] }
    const statusHas = (more: object) =>
      page.route('**/api/analysis/status', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), ...more } })
      })
    await page.route('**/api/analysis/log-check', (route) => route.fulfill({ json: { since } }), { times: 1 })
    await statusHas({ secondsToNextCheck: 0 })
    await at.signIn(PAGE, pages.analyst)
    await page
      .getByText(/^Verified/)
      .first()
      .waitFor()
    expect(await page.getByText('damaged').count()).toBe(0)
    await statusHas({ secondsToNextCheck: 0, verifying: { since }, damages })
    await press('Verify now')
    await at.note('Parts of this copy were damaged 2 times.')
    await page.getByText('Events 11 to 20: found 2026-11-20 12:00 UTC, rebuilt 2026-11-20 12:01 UTC').waitFor()
    expect(await violationsIn(page)).toEqual([])
    await page.getByText('Verifying since 12:00:05 UTC').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await statusHas({ secondsToNextCheck: 7 })
    await page.getByText('The log matches the copy.').waitFor()
    await page.route('**/api/analysis/log-check', (route) =>
      route.fulfill({ status: 429, json: { message: 'Try again when a minute is over' } }),
    )
    await expect.poll(() => page.getByText('Verifying since').count()).toBe(0)
    for (const left of [7, 6, 1]) await page.getByText(`pressed again in ${left} s.`).first().waitFor()
    expect(await page.getByRole('button', { name: 'Verify now' }).isDisabled()).toBe(true)
    await press('Verify now')
    await page.getByText('Try again when a minute is over').waitFor()
  })

  test('a table of many wide columns takes the whole width, and its first column stays while it scrolls', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    const columns = Array.from({ length: 12 }, (_, n) => `${10 ** 11 + n} AS "column number ${n}"`)
    await text().fill(`SELECT 'first' AS name, ${columns.join(', ')}`)
    await text().press('Control+Enter')
    await at.row('first').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    expect((await page.getByRole('region', { name: 'Rows' }).boundingBox())!.width).toBeGreaterThan(1_000)
    await page.setViewportSize(PHONE)
    const first = at.row('first').getByRole('cell').first()
    const before = await first.boundingBox()
    await page.getByRole('region', { name: 'Rows' }).evaluate((area) => area.scrollTo(300, 0))
    expect((await first.boundingBox())!.x).toBe(before!.x)
    expect((await at.row('first').getByRole('cell').nth(1).boundingBox())!.x).toBeLessThan(0)
  })

  test('has the heads of earlier checks, and computes the head as of any event', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await page.getByText('Heads as of earlier events').click()
    await page.getByText(/^Event \d+: the same since /).waitFor()
    expect(await pages.analyst.post('/api/analysis/log-check', { event: 10 ** 9 })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^The analysis has no event 1000000000 yet/) },
    })
    const asked: unknown[] = []
    const head = { events: 1, hash: 'hash-1', digest: 'digest-1', since: '2026-11-20T12:00:05.000Z', isSame: true }
    await page.route('**/api/analysis/log-check', (route) => {
      asked.push(route.request().postDataJSON())
      return route.fulfill({ json: { since: head.since } })
    })
    await page.route('**/api/analysis/status', async (route) => {
      const response = await route.fetch()
      const { verified, ...status } = await response.json()
      const heads = [...verified.heads, head]
      await route.fulfill({ response, json: { ...status, secondsToNextCheck: 0, verified: { ...verified, heads } } })
    })
    await page.getByLabel('As of event').fill('none')
    await press('Compute the head')
    await page.getByText('Enter the number of an event: 1 or higher').waitFor()
    await page.getByLabel('As of event').fill('1')
    await press('Compute the head')
    await page.getByRole('list', { name: 'Head as of event 1' }).getByText('hash-1').waitFor()
    expect(asked).toEqual([{ event: 1 }])
    await page.getByLabel('Head or digest that you wrote down').fill('hash-2')
    await at.note('The log does not have this head or digest as of event 1.')
    await page.getByLabel('Head or digest that you wrote down').fill(' hash-1 ')
    await at.note('The log still has this head as of event 1.')
    await isRight('questions-heads')
  })

  const exporting = (words: string | RegExp) =>
    at.page.getByRole('region', { name: 'Export of the answer' }).getByText(words).waitFor()

  test('is exported with all rows of its answer by keyboard', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await page.getByLabel('As of', { exact: true }).fill('2')
    await ask(MANY, 7)
    await at.note('There are more rows than an answer can have. The export has all rows')
    await isRight('questions-export')
    await page.getByLabel('As of', { exact: true }).fill('')
    await page.getByLabel('Format of the export').selectOption('ndjson')
    const button = page.getByRole('button', { name: 'Export the answer' })
    const [file] = await Promise.all([page.waitForEvent('download'), button.press('Enter')])
    await exporting(/^selvedge-answer-2-ndjson\.tar is saved, 12,000 rows, \d+ kB$/)
    expect(file.suggestedFilename()).toBe('selvedge-answer-2-ndjson.tar')
    expect(await verifyArchive(Readable.from(await file.createReadStream()))).toMatchObject({
      events: { to: 2 },
      question: { sql: MANY, parameters: { most: 7 } },
      tables: [{ name: 'answer', rows: 12_000 }],
    })
    expect(await at.focused()).toBe('Export the answer')
    await isRight('questions-exported')
    const recorded = async () => (await pages.analyst.get('/api/analysis/events?type=AnswerExported')).body[0]?.data
    await expect.poll(recorded).toMatchObject({ format: 'ndjson', asOf: 2, rows: 12_000 })
    expect(at.wrong).toEqual([])
  })

  test('is exported from the page that the exports link to, and its export is cancelled by keyboard', async () => {
    const { page } = at
    await at.signIn('/analysis/exports', pages.analyst)
    await page.getByText('To export the answer').getByRole('link').click()
    await page.waitForURL(`**${PAGE}`)
    await ask(ALWAYS_MORE)
    await page.getByRole('button', { name: 'Export the answer' }).press('Enter')
    await exporting('Running again, for all rows')
    await page.getByRole('progressbar', { name: 'Progress of the export' }).waitFor()
    expect(await at.focused()).toBe('Cancel the export')
    expect(await violationsIn(page)).toEqual([])
    await page.keyboard.press('Enter')
    await exporting('The export was cancelled')
    expect(await at.focused()).toBe('Export the answer')
  })

  test('is exported despite failures, which are explained and retried', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await ask('SELECT 1 AS one')
    await page.route('**/api/analysis/exports/*', (route) =>
      route.fulfill({ status: 503, json: { code: 'OVERLOADED', message: 'Other exports are under way' } }),
    )
    await press('Export the answer')
    await exporting('Error: Other exports are under way')
    expect(await violationsIn(page)).toEqual([])
    await page.unroute('**/api/analysis/exports/*')
    await page.route('**/api/analysis/exports/*', (route) =>
      route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Not here any more' } }),
    )
    await press('Try again')
    await exporting(/^The rows are gone/)
    await page.unroute('**/api/analysis/exports/*')
    const [file] = await Promise.all([page.waitForEvent('download'), press('Run the question again')])
    await exporting(/is saved, one row, /)
    await verifyArchive(Readable.from(await file.createReadStream()))
    const failure = { reason: 'size', message: 'The rows need more than 1024 MiB on the disk' }
    await page.route('**/api/analysis/runs', (route) =>
      route.fulfill({ status: 201, json: { id: pages.analyst.id, state: 'failed', failure } }),
    )
    await press('Export the answer')
    await exporting(failure.message)
  })

  test('reports a failed list, a failed call, and a shop without analysis', async () => {
    await at.page.route('**/api/analysis/questions?*', (route) => route.fulfill({ status: 500, json: {} }))
    await at.page.route('**/api/analysis/runs', (route) => route.fulfill({ status: 500, json: {} }))
    await at.signIn(PAGE, pages.analyst)
    await at.note('Error: Failed to fetch the saved questions')
    await ask('SELECT 1')
    await at.note('Error: The question could not be asked')
    await at.page.route('**/api/analysis/status', (route) => route.fulfill({ status: 503, json: {} }))
    await at.page.reload()
    await at.note('Analysis does not run here.')
    await text().fill('SELECT 1')
    expect(await at.page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
  })
})
