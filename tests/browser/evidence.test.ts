import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { untilCopied } from '../support/analysis-room.ts'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/page-visits.ts'
import { analystAt, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'

const SALES = `SELECT 'sales' AS what, list(event ORDER BY event) AS evidence
FROM events WHERE type IN ('OrderPlaced', 'ProductEdited', 'StockReserved')
UNION ALL SELECT 'numbers', range(1, 901)`
/** The number of events that the answer about numbers can see. */
const ALL = 38
const CALLS = '**/api/analysis/evidence?*'

describe.runIf(hasBrowser)('the evidence of an answer', () => {
  const at = adminPages({ ANALYSIS: 'on' })
  let noor: Customer
  let order = ''
  beforeAll(async () => {
    noor = await analystAt(at.url, at.admin)
    const product = await listProduct(at.admin, { name: 'Loom Skirt', price: 40, countInStock: 9 })
    order = (await buy(await customerAt(at.url), product))._id
    await at.admin.put(`/api/products/${product._id}`, { price: 35 })
    await untilCopied(noor, { ProductEdited: 1, OrderPlaced: 1 })
  })
  const evidence = () => at.page.getByRole('region', { name: /^Evidence of / })
  const rowOf = (type: string) => evidence().getByRole('row', { name: new RegExp(type) })
  async function open(row: string, asOf?: number) {
    await at.signIn('/analysis/questions', noor)
    if (asOf !== undefined) await at.page.getByLabel('As of', { exact: true }).fill(String(asOf))
    await at.page.getByLabel('Question in SQL').fill(SALES)
    await at.page.getByLabel('Question in SQL').press('Control+Enter')
    await at.row(row).getByRole('button').click()
    await evidence().getByRole('heading').waitFor()
  }

  test('of a row about a product has the pieces of this product and what was paid for them', async () => {
    await at.signIn('/analysis/questions', noor)
    const sold = `SELECT line.name AS product, line.productId AS productId, [event] AS evidence
FROM (SELECT event, unnest(items) AS line FROM OrderPlaced)`
    await at.page.getByLabel('Question in SQL').fill(sold)
    await at.page.getByLabel('Question in SQL').press('Control+Enter')
    await at.row('Loom Skirt').getByRole('button').waitFor()
    expect(await at.focused(), 'the result is read out').toContain('One row')
    expect(await at.page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none')
    await at.row('Loom Skirt').getByRole('button').click()
    await rowOf('OrderPlaced').getByRole('cell', { name: '1 ordered $40.00' }).waitFor()
    expect(await looksWrong(at.page)).toEqual([])
    expect(await markupErrorsIn(at.page)).toEqual([])
  })

  test('has a row for each event, with what it is about and its money, from one request', async () => {
    const { page } = at
    const asked: URL[] = []
    page.on('request', (request) => request.url().includes('/api/analysis/e') && asked.push(new URL(request.url())))
    await open('sales')
    await rowOf('OrderPlaced').getByText('$40.00').waitFor()
    await rowOf('ProductEdited').getByText('price $40.00 → $35.00').waitFor()
    await rowOf('OrderPlaced').getByRole('link', { name: /^p_/ }).waitFor()
    await rowOf('StockReserved').getByRole('link', { name: 'Loom Skirt' }).waitFor()
    await page.getByRole('heading', { name: 'This answer' }).waitFor()
    const { asOf } = (await noor.get('/api/analysis/evidence?events=1')).body
    // The page also asks for the first event, to know when the shop opened.
    expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('asOf')]).toSorted()).toEqual([
      ['/api/analysis/events', '1'],
      ['/api/analysis/evidence', String(asOf.event)],
    ])
    const [, opened] = await page.getByRole('region', { name: 'Rows' }).locator('tbody').first().locator('> tr').all()
    expect(await opened!.getByRole('heading').textContent(), 'the evidence is below its row').toContain(
      'Evidence of sales: ',
    )
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])
    await picture(page, 'questions-evidence')

    await rowOf('OrderPlaced')
      .getByRole('link', { name: `Order #${order}`, exact: true })
      .click()
    await page.getByRole('heading', { name: `#${order}` }).waitFor()
    expect(new URL(page.url()).searchParams.get('to')).toBe(String(asOf.event))
    await page.goBack()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await at.row('sales').getByRole('button').click()
    await rowOf('ProductEdited')
      .getByRole('link', { name: /^Event \d+$/ })
      .click()
    await page.getByRole('heading', { name: /^product-/ }).waitFor()
    expect(at.wrong).toEqual([])
  })

  test('shows fifty events first and more on demand, and all of them are saved as CSV', async () => {
    const { page } = at
    await open('numbers', ALL)
    const shown = evidence().getByRole('row')
    await at.note('The first 50 of 900 events are shown.')
    await at.note(`${50 - ALL} of these numbers name no event that the answer could see.`)
    expect(await shown.count()).toBe(1 + ALL)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of the evidence' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toBe(
      'Event,Recorded at,Type,Order,Checkout,Product,Name,Customer,Amount,Amount is,Stream,Version,Pieces of the product,Paid for these pieces,Status of the order',
    )
    expect(lines).toHaveLength(1 + ALL)
    expect(lines.find((line) => line.includes(',OrderPlaced,'))).toMatch(
      new RegExp(`,OrderPlaced,${order},,,,p_[\\w-]+,40,total,order-${order},0,,,$`),
    )
    const more = page.getByRole('button', { name: 'Show more' })
    for (let presses = 0; presses < 5; presses++) {
      const answered = page.waitForResponse(CALLS)
      await more.click()
      await answered
    }
    await at.note(`${900 - ALL} of these numbers name no event that the answer could see.`)
    expect(await shown.count()).toBe(1 + ALL)
  })

  test('that cannot be fetched says so, and is fetched on demand', async () => {
    await at.page.route(CALLS, (route) => route.fulfill({ status: 500, json: {} }))
    await open('sales')
    await at.note('Error: The events could not be fetched')
    await at.page.unroute(CALLS)
    await at.page.getByRole('button', { name: 'Try again' }).click()
    await rowOf('OrderPlaced').waitFor()
    await at.page.getByRole('button', { name: 'Close' }).click()
    expect(await evidence().count()).toBe(0)
  })
})
