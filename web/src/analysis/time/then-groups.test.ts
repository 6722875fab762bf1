import { expect, test } from 'vitest'
import { groupsOf } from './then-groups.ts'
import type { FiguresAsOf } from './use-then-and-now.ts'

const sums = { revenue: 30, netRevenue: 20, orders: 1 }
/** The figures of two days up to November 12. */
const figures = (event: number): FiguresAsOf => ({
  books: {
    ...{ asOf: { event, moment: '2026-11-12T12:00:00.000Z' }, revenue: 30, netRevenue: 20, totalOrders: 1 },
    period: { from: '2026-11-11', to: '2026-11-12', ...sums, before: sums },
    days: ['2026-11-11', '2026-11-12'].map((day) => ({ day, revenue: 15, netRevenue: 10, orders: 1 })),
  } as FiguresAsOf['books'],
  activity: { checkouts: 1, checkoutsPaid: 1, openCarts: 1, piecesOnHold: 1 } as FiguresAsOf['activity'],
})
const shown = (event: number, opened: string) =>
  groupsOf(figures(event), figures(9), opened).map(({ rows }) => [rows[0]!.was, rows[0]!.is])

test('a period that ended before the shop opened has no figures', () => {
  expect(shown(7, '2026-11-10T23:00:00.000Z')).toEqual([
    [30, 30],
    [30, 30],
    [30, 30],
  ])
  expect(shown(7, '2026-11-11T00:00:00.000Z')).toEqual([
    [30, 30],
    [30, 30],
    [null, null],
  ])
})

test('before the first event, there are no figures then', () => {
  expect(shown(0, '2026-11-12T13:00:00.000Z')).toEqual([
    [null, 30],
    [null, 30],
    [null, null],
  ])
})

test('a period in which the shop opened says how many days were observed', () => {
  const titles = (opened: string) => groupsOf(figures(7), figures(9), opened).map(({ title }) => title)
  const whole = titles('2026-11-08T00:00:00.000Z')
  expect(whole.join()).not.toContain('Observed')
  expect(titles('2026-11-09T17:02:24.000Z')).toEqual(whole.with(2, `${whole[2]}. Observed only in part: 1.29 days`))
  expect(titles('2026-11-11T12:00:00.000Z')).toEqual(whole.with(1, `${whole[1]}. Observed only in part: 1 day`))
})
