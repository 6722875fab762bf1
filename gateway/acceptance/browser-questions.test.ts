import { beforeAll, describe, expect, test } from 'vitest'
import { adminPages } from './admin-pages.ts'
import { untilCopied } from './analysis-room.ts'
import { violationsIn } from './axe.ts'
import { hasBrowser } from './browser.ts'
import { markupErrorsIn } from './markup.ts'
import { DESK } from './page-visits.ts'
import { analystAt, type Customer, listProduct } from './people.ts'
import { PHONE } from './shopper-pages.ts'

const PAGE = '/analysis/questions'
const BY_TYPE = `SELECT type, count(*) AS n, list(event ORDER BY event) AS evidence
FROM events WHERE event <= $most GROUP BY type ORDER BY n DESC, type`
const ENDLESS = 'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE hash(a.range, b.range) = 1'

describe.runIf(hasBrowser)('a question in SQL', () => {
  const at = adminPages({ ANALYSIS: 'on' })
  let noor: Customer
  beforeAll(async () => {
    noor = await analystAt(at.url, at.admin)
    for (let n = 0; n < 3; n++) await listProduct(at.admin)
    await untilCopied(noor, { ProductListed: 3 })
  })
  const text = () => at.page.getByLabel('Question in SQL')
  const press = (name: string | RegExp) => at.page.getByRole('button', { name, exact: true }).click()
  const summary = (words: string | RegExp) => at.page.locator('summary', { hasText: words })
  async function ask(sql: string, most?: number) {
    await text().fill(sql)
    if (most !== undefined) await at.page.getByLabel('$most').fill(String(most))
    await text().press('Control+Enter')
  }

  test('is asked, answered with its evidence, verified, saved and opened again', async () => {
    await at.signIn('/analysis', noor)
    await at.page.waitForURL(`**${PAGE}`)
    await at.page.getByLabel('As of', { exact: true }).fill('2')
    await ask(BY_TYPE, 1000)
    await at.page.getByRole('heading', { name: /^(One|\d+) rows?$/ }).waitFor()
    await at.note('1 to 2')
    expect(await at.row('ProductListed').count()).toBe(0)
    await at.page.getByLabel('As of', { exact: true }).fill('')
    await ask(BY_TYPE, 1000)
    await at
      .row('ProductListed')
      .getByRole('button', { name: /^Evidence of row \d+, 3 events$/ })
      .click()
    await summary(/^Event \d+/)
      .first()
      .click()
    await at.note(/"priceCents": \d+/)
    await at.page.getByRole('img', { name: /^n, / }).waitFor()
    await press('Verify again')
    await at.note('The same again')

    await at.page.getByLabel('Name', { exact: true }).fill('By Type')
    await press('Save')
    await at.note('Small letters and digits, joined by hyphens')
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
    await press('by-type version 1')
    expect(await text().inputValue()).toBe(BY_TYPE)
    expect(await at.page.getByLabel('$most').inputValue()).toBe('1000')
    expect(at.wrong).toEqual([])
  })

  test('without an end is cancelled, and one that cannot be read has the caret where it is wrong', async () => {
    await at.signIn(PAGE, noor)
    await text().fill(ENDLESS)
    await press('Run')
    await at.page.getByRole('status').filter({ hasText: 'Running' }).waitFor()
    await press('Cancel')
    await at.note('The question was cancelled')
    await ask('SELECT * FROM NoSuchTable')
    await at.page.getByRole('alert').filter({ hasText: 'NoSuchTable' }).waitFor()
    await expect.poll(() => at.page.evaluate('document.activeElement.selectionStart')).toBe(14)
  })

  test('is begun with one of ten, and with names of the tables; what is written is not replaced unasked', async () => {
    await at.signIn(PAGE, noor)
    await press('Which sizes are bought')
    expect(await text().inputValue()).toContain('unnest(items)')
    await text().fill('SELECT count(*) FROM ')
    await text().press('Control+End')
    await at.page.getByLabel('Table or field').fill('orderplaced')
    await summary('OrderPlaced').click()
    await press(/^Insert OrderPlaced/)
    expect(await text().inputValue()).toBe('SELECT count(*) FROM OrderPlaced')
    await summary('Open a question').click()
    await press('Sales by country')
    await press('Keep')
    expect(await text().inputValue()).toBe('SELECT count(*) FROM OrderPlaced')
    await press('Sales by country')
    await press('Replace it')
    expect(await text().inputValue()).toContain("coalesce(country, 'unknown')")
    await press('Run')
    await at.note('No row.')
  })

  test.each([PHONE, DESK])('is asked with any device and any sense, at $width', async (size) => {
    const { page } = at
    await page.setViewportSize(size)
    await at.signIn(PAGE, noor)
    await page.getByRole('heading', { name: 'Tables' }).waitFor()
    const picture = async (name: string) => {
      expect(await violationsIn(page)).toEqual([])
      expect(await markupErrorsIn(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
      if (process.env.PICTURES)
        await page.screenshot({ path: `screenshots/questions-${name}-${size.width}.png`, fullPage: true })
    }
    await picture('empty')
    await summary('Open a question').click()
    await ask(BY_TYPE, 1000)
    await at
      .row('ProductListed')
      .getByRole('button', { name: /^Evidence/ })
      .click()
    await summary(/^Event \d+/)
      .first()
      .click()
    await at.note(/"priceCents"/)
    await summary(/^ProductListed/).click()
    await picture('answer')
    await ask('SELECT nothing FROM OrderPlaced')
    await page.getByRole('alert').waitFor()
    await picture('failure')
  })

  test('is told what fails: the list, the call, and a shop without analysis', async () => {
    await at.page.route('**/api/analysis/questions?*', (route) => route.fulfill({ status: 500, json: {} }))
    await at.page.route('**/api/analysis/runs', (route) => route.fulfill({ status: 500, json: {} }))
    await at.signIn(PAGE, noor)
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
