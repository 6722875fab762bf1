import { type DashboardQuery, daysFrom } from '@shop/language/api/dashboard'
import { toDecimal } from '@shop/language/api/money'
import { type DashboardDocument, dashboard, TOTALS } from '@shop/language/read-models/dashboard'
import type { ReadStore } from '@shop/stores/read-store/read-store'

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

type Sums = Omit<DashboardDocument, '_id'>
const NOTHING: Sums = { revenueCents: 0, netRevenueCents: 0, orders: 0 }

/** The sums of all days, of those asked for, and of as many days before. */
export async function booksOf(readStore: ReadStore, { from, to }: DashboardQuery, today: Date) {
  const last = to ?? dayOf(today.getTime())
  const days = daysUpTo(last, from ? daysFrom(from, last) : DAYS)
  const before = daysUpTo(dayOf(Date.parse(days[0]!) - DAY_MS), days.length)
  const books = await readStore.getMany(dashboard, [TOTALS, ...before, ...days])
  const sumsOf = (day: string) => books.get(day) ?? NOTHING
  return {
    totals: sumsOf(TOTALS),
    period: { from: days[0]!, to: last, ...inAll(days.map(sumsOf)), before: inAll(before.map(sumsOf)) },
    days: days.map((day) => ({ day, revenue: toDecimal(sumsOf(day).revenueCents), orders: sumsOf(day).orders })),
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** So many days in UTC, the last of them this one. */
const daysUpTo = (last: string, count: number) =>
  Array.from({ length: count }, (_, n) => dayOf(Date.parse(last) - (count - 1 - n) * DAY_MS))

const inAll = (sums: readonly Sums[]) => ({
  revenue: toDecimal(sums.reduce((cents, { revenueCents }) => cents + revenueCents, 0)),
  netRevenue: toDecimal(sums.reduce((cents, { netRevenueCents }) => cents + netRevenueCents, 0)),
  orders: sums.reduce((count, { orders }) => count + orders, 0),
})
