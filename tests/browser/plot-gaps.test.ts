import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { analystPages } from './analyst-pages.ts'

const DAYS = `SELECT * FROM (VALUES (DATE '2026-11-01', 4, 250.5, -1), (DATE '2026-11-02', 0, NULL, 0), (DATE '2026-11-03', 2, 99, 3))
AS days(day, orders, averageCents, growth)`

describe.runIf(hasBrowser)('a plot of numbers', () => {
  const pages = analystPages()
  const { at, press, isRight } = pages

  test('has a gap where a day has no number, and offers each column of numbers', async () => {
    const { page } = at
    await at.signIn(`/analysis/questions#${encodeURIComponent(DAYS)}`, pages.analyst)
    await press('Run')
    const column = page.getByLabel('Plotted column')
    await column.waitFor()
    expect(await column.getByRole('option').allTextContents()).toEqual(['orders', 'averageCents in $', 'growth'])
    await column.selectOption('averageCents')
    const plot = page.getByRole('img', { name: /^averageCents in \$, / })
    expect(await plot.locator('svg rect').count()).toBe(3)
    expect(await plot.locator('svg rect.fill-vat').count()).toBe(2)
    await at.note('No number: 11-02')
    await isRight('plot-gap')
    await column.selectOption('growth')
    await at.note('This column has no plot, because it has negative numbers or no numbers.')
  })

  test('with names says that a name has none', async () => {
    const names = "SELECT * FROM (VALUES ('Shirt', 3), ('Coat', NULL)) AS names(name, pieces)"
    await at.signIn(`/analysis/questions#${encodeURIComponent(names)}`, pages.analyst)
    await press('Run')
    expect(await at.page.getByRole('img', { name: /^pieces, / }).textContent()).toBe('Shirt3Coatnone')
  })
})
