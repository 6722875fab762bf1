import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '../../../web/src/analysis/reports/reports.ts'
import { addedNotBought, cartToOrder } from '../../test-support/fold-buyers.ts'
import { abandonedCartList, abandonedCarts } from '../../test-support/fold-carts.ts'
import { checkoutsByWeek, funnel, holds, refusedPayments } from '../../test-support/fold-checkouts.ts'
import { discountCodes } from '../../test-support/fold-discounts.ts'
import { averageOrder, countries, netRevenue } from '../../test-support/fold-money.ts'
import { baskets, cohorts, sizeMix } from '../../test-support/fold-orders.ts'
import { priceChanges, revenuePerPrice } from '../../test-support/fold-prices.ts'
import { returnReasons } from '../../test-support/fold-reasons.ts'
import { returnRate, returnRateReasons } from '../../test-support/fold-return-rates.ts'
import { returns } from '../../test-support/fold-returns.ts'
import { timeToShip } from '../../test-support/fold-shipping.ts'
import { refusedDemand, searches, sellThrough, stockouts } from '../../test-support/fold-stock.ts'
import { unsettledMoney } from '../../test-support/fold-unsettled.ts'
import { madeTrail } from '../../test-support/made-trail.ts'
import type { Fold, Parameters, PastEvent, SeenRow } from '../../test-support/past.ts'
import { pastOf } from '../../test-support/past-of.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import { copySql } from '../questions/table-sql.ts'
import { BESIDE_THE_LOG } from '../questions/trail-views.ts'

const COHORTS = 'Customers who buy again, by the week or month of their first order'
/** TABLE: the expected rows of each report, by its title. */
const folds: Readonly<Record<string, readonly [fold: Fold, parameters?: Parameters]>> = {
  'Net revenue by day': [netRevenue],
  'Average order value by week': [averageOrder],
  'What discount codes do': [discountCodes],
  'From cart to order, by week': [cartToOrder, { days: 7 }],
  'Added to a cart but not bought': [addedNotBought],
  'Returns and refunds by reason': [returnReasons],
  'Return and refund rate of each product': [returnRate],
  'Return and refund rate of each product by reason': [returnRateReasons],
  'What each product earned at each price': [revenuePerPrice],
  'Money that is not settled': [unsettledMoney],
  'Sales by country': [countries],
  'From checkout to order, by week': [checkoutsByWeek],
  'Refused payments, by the provider’s reason': [refusedPayments],
  'Do stock holds last long enough?': [holds],
  'How checkouts end': [funnel],
  'Why carts are abandoned': [abandonedCarts, { days: 3 }],
  'Abandoned carts, one by one': [abandonedCartList, { days: 3 }],
  'Stock-outs and how long they lasted': [stockouts],
  'Demand for sold-out pieces': [refusedDemand],
  'What was searched for and not found': [searches],
  'How much of each size has left the stock': [sellThrough],
  'Returns, refunds and cancellations by reason and product': [returns],
  'Hours from payment to shipping, by week': [timeToShip],
  [COHORTS]: [cohorts, { cohort: 'week' }],
  'Products that are bought together': [baskets],
  'Sales before and after a new price': [priceChanges, { days: 14 }],
  'Sold pieces by size': [sizeMix],
}
/** TABLE: why the rows of these reports do not follow from their evidence alone. */
const notFromEvidence: Readonly<Record<string, string>> = {
  'What was searched for and not found':
    'Searches are in the trail, which is not in the log. So the rows have no evidence.',
}
/** TABLE: the columns that compare a row with all rows, so that only the evidence of all rows together decides them. */
const ofAllRows: Readonly<Record<string, readonly string[]>> = {
  'How checkouts end': ['percent'],
  'Sold pieces by size': ['percent'],
  'Returns and refunds by reason': ['percentOfPieces', 'percentOfRefunded'],
}
/** TABLE: the types of the events that come first in the evidence, because the rows count them. */
const countedFirst: Readonly<Record<string, RegExp>> = {
  'Why carts are abandoned': /Cart|Checkout|Payment/,
  'Abandoned carts, one by one': /Cart|Checkout|Payment/,
  'Return and refund rate of each product': /Return|Refund/,
  'Return and refund rate of each product by reason': /Return|Refund/,
  'Returns, refunds and cancellations by reason and product': /^(?!OrderPlaced)/,
  'Returns and refunds by reason': /^(?!OrderPlaced)/,
  'Refused payments, by the provider’s reason': /^PaymentRefused$/,
  'Do stock holds last long enough?': /^CheckoutExpired$/,
  'How much of each size has left the stock': /^Stock(Taken|Returned)$/,
}
/** TABLE: the columns that also depend on events about other things, which the evidence of another report lists. */
const notInEvidence: Readonly<Record<string, readonly string[]>> = { 'Abandoned carts, one by one': ['reason'] }
type Row = Readonly<Record<string, unknown>>
/** A stream has a pseudonym, which the past does not have. */
const UNKNOWN = ['evidence', 'stream']
const without = (row: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
/** The past with only these events. Every other event becomes one that no report knows, so the events keep their numbers. */
const onlyThese = (past: readonly PastEvent[], kept: ReadonlySet<number>) =>
  past.map((one, at) =>
    kept.has(at + 1) ? one : { type: 'Unknown', data: {}, recordedAt: one.recordedAt, stream: '' },
  )

const reportOf = (title: string) => reports.find(({ question }) => question.title === title)!
const sqlOf = (title: string) => reportOf(title).question.sql

test('every report has an expected result', () => {
  expect(Object.keys(folds).toSorted()).toEqual(reports.map(({ question }) => question.title).toSorted())
})

/** Data folders of shops, made by `npm run shop -- demo:history`, for a thorough run. */
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

  async function answerOf(title: string, parameters: { [Name in keyof Parameters]: string | number }) {
    const { folder } = copy
    const task = { folder, question: { sql: sqlOf(title), parameters }, sql: copySql, trail: join(folder, 'trail') }
    const answer = await answerQuestion(task)
    const named = (row: (typeof answer.rows)[number]) => answer.columns.map(({ name }, at) => [name, row[at]])
    return { ...answer, found: answer.rows.map((row): Row => Object.fromEntries(named(row))) }
  }

  test.each(Object.entries(folds))('"%s" equals the sum of the events', async (title, [fold, parameters = {}]) => {
    const { columns, found, unverifiable } = await answerOf(title, parameters)
    const expected = fold(past, parameters, seen)
    if (typeof of === 'number') expect(expected).not.toEqual([])
    // Some folds also say which events are the evidence.
    const isSaid = expected.some((row) => 'evidence' in row)
    expect(isSaid ? found : found.map((row) => without(row, UNKNOWN))).toEqual(expected)
    const { figures = {}, totals = [] } = reportOf(title)
    const { summed, newest = [] } = typeof figures === 'function' ? {} : figures
    expect(columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...totals, ...newest, ...(summed ? [summed] : [])]),
    )
    expect(unverifiable).toEqual(sqlOf(title).includes('trailCounts') ? [BESIDE_THE_LOG] : [])
  })

  test.each(Object.entries(folds).filter(([title]) => !(title in notFromEvidence)))(
    'the evidence of each row of "%s" alone makes the row again',
    async (title, [fold, parameters = {}]) => {
      const { found } = await answerOf(title, parameters)
      const rows = found.filter(({ evidence }) => (evidence as readonly number[]).length > 0)
      if (typeof of === 'number') expect(rows).not.toEqual([])
      const foldOf = (those: readonly Row[], left: readonly string[]) => {
        const kept = new Set(those.flatMap(({ evidence }) => evidence as readonly number[]))
        return fold(onlyThese(past, kept), parameters, seen).map((row) => without(row, left))
      }
      const unknown = [...UNKNOWN, ...(notInEvidence[title] ?? [])]
      const left = [...unknown, ...(ofAllRows[title] ?? [])]
      for (const row of rows) expect(foldOf([row], left)).toContainEqual(without(row, left))
      const all = foldOf(rows, unknown)
      for (const row of rows) expect(all).toContainEqual(without(row, unknown))
    },
  )

  test.each(Object.entries(countedFirst))(
    'the evidence of "%s" begins with what the rows count',
    async (title, types) => {
      const { found } = await answerOf(title, folds[title]![1] ?? {})
      const evidence = found.map((row) => row.evidence as readonly number[])
      // A row about a refusal code counts neither refusals with other codes nor payments that were not carried out.
      const isCounted = (row: Row, { type, data }: PastEvent) =>
        types.test(type) && (row.code === undefined || (row.code === data.code && data.meaning === 'refused'))
      const counted = found.map((row, at) => evidence[at]!.map((event) => isCounted(row, past[event - 1]!)))
      if (typeof of === 'number') expect(counted.some(([isFirst]) => isFirst)).toBe(true)
      expect(
        counted.filter((those) => those.lastIndexOf(true) >= those.indexOf(false) && those.includes(false)),
      ).toEqual([])
      expect(evidence.filter((events) => new Set(events).size < events.length)).toEqual([])
    },
  )

  test('cohorts can be by month', async () => {
    const { found } = await answerOf(COHORTS, { cohort: 'month' })
    expect(found).toEqual(cohorts(past, { cohort: 'month' }))
    await expect(answerOf(COHORTS, { cohort: 'day' })).rejects.toThrow('Choose week or month')
  })

  test.each(Object.keys(folds).filter((title) => folds[title]![1] && 'days' in folds[title]![1]))(
    '"%s" refuses days that are not a whole number from 1',
    async (title) => {
      for (const days of [2.5, -1, 0, 'a week'])
        await expect(answerOf(title, { days })).rejects.toThrow('Enter a whole number of days')
    },
  )

  test('all reports put the checkouts into the same classes', async () => {
    const sumOf = async (title: string, name: string) =>
      (await answerOf(title, {})).found.reduce((sum, row) => sum + Number(row[name]), 0)
    const { found } = await answerOf('How checkouts end', {})
    const ending = (is: RegExp) =>
      found.reduce((sum, { outcome, checkouts }) => sum + (is.test(String(outcome)) ? Number(checkouts) : 0), 0)
    const classes = {
      ordered: /^Ordered$/,
      underReview: /^Payment under review/,
      notEnded: /^Not ended yet$/,
      endedWithoutOrder: /^(?!Ordered|Payment under review|Not ended yet)/,
    }
    for (const [name, is] of Object.entries(classes))
      expect([name, await sumOf('From checkout to order, by week', name)]).toEqual([name, ending(is)])
  })

  test('the columns of carts add up to the carts of each week', async () => {
    const { columns, found } = await answerOf('From cart to order, by week', { days: 7 })
    const names = columns.map(({ name }) => name)
    const parts = names.slice(names.indexOf('carts') + 1, names.indexOf('wholeWeek'))
    for (const row of found) expect(parts.reduce((sum, name) => sum + Number(row[name]), 0)).toBe(row.carts)
    if (typeof of === 'number')
      for (const name of ['ordered', 'orderedLater', 'withoutCheckout'])
        expect([name, found.some((row) => Number(row[name]) > 0)]).toEqual([name, true])
  })

  test('the outcomes of checkouts add up to all checkouts, and to 100 percent', async () => {
    const rows = funnel(past) as { checkouts: number; percent: number; outcome: string }[]
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
    expect(sum(({ checkouts }) => checkouts)).toBe(past.filter(({ type }) => type === 'CheckoutStarted').length)
    expect(Math.round(sum(({ percent }) => percent * 10))).toBe(1000)
    expect(rows.some(({ outcome }) => outcome.includes('unknown'))).toBe(true)
  })
})
