import { DASHBOARD_DAYS } from '../limits.ts'
import { toDecimal } from '../values/money.ts'
import { type DashboardQuery, daysFrom } from './api.ts'
import { type DashboardDocument, TOTALS } from './document.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The requested days, and the same number of days before them. */
type Days = Readonly<{ days: readonly string[]; before: readonly string[] }>
type Sums = Omit<DashboardDocument, '_id'>
const NOTHING: Sums = { revenueCents: 0, netRevenueCents: 0, orders: 0 }

export function daysAsked({ from, to }: DashboardQuery, today: Date): Days {
  const last = to ?? dayOf(today.getTime())
  const days = daysUpTo(last, from ? daysFrom(from, last) : DASHBOARD_DAYS)
  return { days, before: daysUpTo(dayOf(Date.parse(days[0]!) - DAY_MS), days.length) }
}

export const booksAsked = ({ days, before }: Days): readonly string[] => [TOTALS, ...before, ...days]

export function booksView(books: ReadonlyMap<string, Sums>, { days, before }: Days) {
  const sumsOf = (day: string) => books.get(day) ?? NOTHING
  const totals = sumsOf(TOTALS)
  return {
    revenue: toDecimal(totals.revenueCents),
    netRevenue: toDecimal(totals.netRevenueCents),
    totalOrders: totals.orders,
    period: { from: days[0]!, to: days.at(-1)!, ...inAll(days.map(sumsOf)), before: inAll(before.map(sumsOf)) },
    days: days.map((day) => ({ day, revenue: toDecimal(sumsOf(day).revenueCents), orders: sumsOf(day).orders })),
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const daysUpTo = (last: string, count: number) =>
  Array.from({ length: count }, (_, n) => dayOf(Date.parse(last) - (count - 1 - n) * DAY_MS))

const inAll = (sums: readonly Sums[]) => ({
  revenue: toDecimal(sums.reduce((cents, { revenueCents }) => cents + revenueCents, 0)),
  netRevenue: toDecimal(sums.reduce((cents, { netRevenueCents }) => cents + netRevenueCents, 0)),
  orders: sums.reduce((count, { orders }) => count + orders, 0),
})
