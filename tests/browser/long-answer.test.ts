import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { DESK } from '../support/page-visits.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { analystPages } from './analyst-pages.ts'

describe.runIf(hasBrowser)('a long answer', () => {
  const pages = analystPages()
  const { at, press, isRight } = pages
  const rows = () => at.page.getByRole('region', { name: 'Rows', exact: true })
  const shown = () => rows().locator('tbody > tr').count()
  async function ask(sql: string, viewport: typeof PHONE) {
    await at.page.setViewportSize(viewport)
    await at.signIn(`/analysis/questions#${encodeURIComponent(sql)}`, pages.analyst)
    await press('Run')
    await rows().waitFor()
  }
  const LONG =
    "SELECT 'cart-' || n AS cart, n * 100 AS valueCents, [1] AS evidence FROM range(1001, 2069) AS numbers(n)"

  test('shows few rows first, fewer on a phone, and all rows when asked', async () => {
    await ask(LONG, PHONE)
    expect(await shown()).toBe(10)
    await at.note('The first 10 rows are shown.')
    await press('Show all 1,068')
    expect(await shown()).toBe(1068)
    await ask(LONG, DESK)
    expect(await shown()).toBe(30)
  })

  test('shows the rows that contain a text, each with its own evidence', async () => {
    await ask(LONG, DESK)
    const find = at.page.getByRole('searchbox', { name: 'Find a text in the rows' })
    await find.fill('CART-1234')
    await at.note('Found: 1 of 1,068 rows. CSV, Copy and exports have all rows.')
    expect(await rows().locator('tbody').textContent()).toContain('$1,234.00')
    await press('Evidence of cart-1234, 1 event')
    await at.page.getByRole('heading', { name: /cart-1234/ }).waitFor()
    await isRight('long-answer-found')
    await find.fill('cart-15')
    await press('Show all 100')
    expect(await shown()).toBe(100)
    await find.fill('no such cart')
    await at.note('Found: 0 of 1,068 rows. CSV, Copy and exports have all rows.')
    expect(await rows().count()).toBe(0)
  })

  test('that is too wide beside the facts about it has the facts below, so that no column is cut off', async () => {
    const text = (name: string) => `repeat('1 × Leather Straight Trousers; ', 4) AS ${name}`
    await ask(`SELECT 'cart-1' AS cart, ${['one', 'two', 'three'].map(text)}, [1] AS evidence`, DESK)
    expect(await rows().evaluate((area) => area.scrollWidth - area.clientWidth)).toBe(0)
    const facts = await at.page.getByRole('complementary', { name: 'About the answer' }).boundingBox()
    const table = await rows().boundingBox()
    expect(facts!.y).toBeGreaterThan(table!.y + table!.height)
    await ask("SELECT 'cart-1' AS cart", DESK)
    const beside = await at.page.getByRole('complementary', { name: 'About the answer' }).boundingBox()
    expect(beside!.x).toBeGreaterThan((await rows().boundingBox())!.x)
  })
})
