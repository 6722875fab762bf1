import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '../../../web/src/analysis/reports/reports.ts'
import { addedNotBought, cartToOrder } from '../../test-support/fold-buyers.ts'
import { abandonedCarts } from '../../test-support/fold-carts.ts'
import { checkoutsByWeek, funnel, holds, refusedPayments } from '../../test-support/fold-checkouts.ts'
import { averageOrder, countries, netRevenue, unsettledMoney } from '../../test-support/fold-money.ts'
import { baskets, cohorts, sizeMix, timeToShip } from '../../test-support/fold-orders.ts'
import { priceChanges, revenuePerPrice } from '../../test-support/fold-prices.ts'
import { returnRate, returns } from '../../test-support/fold-returns.ts'
import { refusedDemand, searches, sellThrough, stockouts } from '../../test-support/fold-stock.ts'
import { madeTrail } from '../../test-support/made-trail.ts'
import type { Fold, PastEvent, SeenRow } from '../../test-support/past.ts'
import { pastOf } from '../../test-support/past-of.ts'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import { copySql } from '../questions/table-sql.ts'
import { BESIDE_THE_LOG } from '../questions/trail-views.ts'

/** TABLE: the expected rows of each report, by its title. */
const folds: Readonly<Record<string, readonly [fold: Fold, parameters?: Readonly<Record<string, number>>]>> = {
  'Net revenue by day': [netRevenue],
  'Average order value by week': [averageOrder],
  'From cart to order, by week': [cartToOrder],
  'Added to a cart but not bought': [addedNotBought],
  'Return rate of each product': [returnRate],
  'What each product earned at each price': [revenuePerPrice],
  'Money that is not settled': [unsettledMoney],
  'Sales by country': [countries],
  'From checkout to order, by week': [checkoutsByWeek],
  'Refused payments, by the provider’s reason': [refusedPayments],
  'Do stock holds last long enough?': [holds],
  'How checkouts end': [funnel],
  'Why carts are abandoned': [abandonedCarts, { days: 3 }],
  'Stock-outs and how long they lasted': [stockouts],
  'Demand for sold-out pieces': [refusedDemand],
  'What was searched for and not found': [searches],
  'How much of each size has left the stock': [sellThrough],
  'Returns, refunds and cancellations by reason and product': [returns],
  'Hours from payment to shipping, by week': [timeToShip],
  'Customers who buy again, by the month of their first order': [cohorts],
  'Products that are bought together': [baskets],
  'Sales before and after a new price': [priceChanges, { days: 14 }],
  'Sold pieces by size': [sizeMix],
}
/** TABLE: the reports whose evidence has every event that changes a figure. Other reports also read names, stock, prices or checkouts. */
const evidenced = [
  'Net revenue by day',
  'Average order value by week',
  'Sales by country',
  'Sold pieces by size',
  'Products that are bought together',
  'From cart to order, by week',
  'Added to a cart but not bought',
  'Return rate of each product',
]
type Shown = Readonly<{ evidence: readonly number[] }>
/** The rows that have evidence, without the numbers of the events. */
const figuresOf = (rows: readonly Shown[]) =>
  rows.filter(({ evidence }) => evidence.length > 0).map(({ evidence, ...figures }) => figures)

const reportOf = (title: string) => reports.find(({ question }) => question.title === title)!
const sqlOf = (title: string) => reportOf(title).question.sql

test('every report has an expected result', () => {
  expect(Object.keys(folds).toSorted()).toEqual(reports.map(({ question }) => question.title).toSorted())
})

/** Data folders of shops, made by `npm run demo:history`, for a thorough run. */
const shops = (process.env.PASTS ?? '').split(',').filter((folder) => folder !== '')

describe.each([2, 4, 6, ...shops])('of the past %s', (of) => {
  let past: readonly PastEvent[]
  let seen: readonly SeenRow[]
  let copy: Awaited<ReturnType<typeof pastOf>>
  beforeAll(async () => {
    copy = await pastOf(of)
    past = copy.past
    seen = madeTrail(join(copy.folder, 'trail'), Number(of) || 1)
  })
  afterAll(() => copy.remove())

  test.each(Object.entries(folds))('"%s" equals the sum of the events', async (title, [fold, parameters = {}]) => {
    const question = { sql: sqlOf(title), parameters }
    const { folder } = copy
    const task = { folder, question, sql: copySql, trail: join(folder, 'trail') }
    const { columns, rows, unverifiable } = await answerQuestion(task)
    const found = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
    const expected = fold(past, parameters, seen)
    if (typeof of === 'number') expect(expected).not.toEqual([])
    expect(found).toEqual(expected)
    const { summed, totals = [] } = reportOf(title)
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...totals, ...(summed ? [summed] : [])]))
    expect(unverifiable).toEqual(question.sql.includes('trailCounts') ? [BESIDE_THE_LOG] : [])
  })

  test.each(evidenced)('the evidence of "%s" alone makes the same figures', async (title) => {
    const parameters = folds[title]![1] ?? {}
    const shown = folds[title]![0](past, parameters) as readonly Shown[]
    const used = new Set(shown.flatMap(({ evidence }) => evidence))
    // The last event stays, because reports end with it.
    const kept = past.filter((_, index) => used.has(index + 1) || index === past.length - 1)
    const { folder, remove } = await makeSmallCopy(kept, 200)
    const { columns, rows } = await answerQuestion({
      folder,
      question: { sql: sqlOf(title), parameters },
      sql: copySql,
    })
    remove()
    const found = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])) as Shown)
    expect(figuresOf(found)).toEqual(figuresOf(shown))
  })

  test('the outcomes of checkouts add up to all checkouts, and to 100 percent', async () => {
    const rows = funnel(past) as { checkouts: number; percent: number; outcome: string }[]
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
    expect(sum(({ checkouts }) => checkouts)).toBe(past.filter(({ type }) => type === 'CheckoutStarted').length)
    expect(Math.round(sum(({ percent }) => percent * 10))).toBe(1000)
    expect(rows.some(({ outcome }) => outcome.includes('unknown'))).toBe(true)
  })
})
