import type { ActivityAsOf, BooksAsOf } from '@shop/language/analysis/api'
import { dayInWords } from '../../lib/day-in-words.ts'
import { formatMoney } from '../../lib/money.ts'
import { points } from '../with-sign.ts'
import type { FigureGroup, FigureRow } from './figures-table.tsx'
import type { FiguresAsOf } from './use-then-and-now.ts'

type Sums = Readonly<{ revenue: number; netRevenue: number; orders: number }>

const rowsOf = (then: Sums, now: Sums, days?: { from: string; to: string }): readonly FigureRow[] => [
  { name: 'Revenue', asked: { figure: 'revenue', ...days }, was: then.revenue, is: now.revenue, text: formatMoney },
  {
    name: 'Net revenue',
    asked: { figure: 'netRevenue', ...days },
    was: then.netRevenue,
    is: now.netRevenue,
    text: formatMoney,
  },
  { name: 'Orders', asked: { figure: 'orders', ...days }, was: then.orders, is: now.orders },
]

const averageOf = ({ revenue, totalOrders }: BooksAsOf) => Math.round((100 * revenue) / Math.max(1, totalOrders)) / 100
const percentPaid = ({ checkouts, checkoutsPaid }: ActivityAsOf) =>
  Math.round((1000 * checkoutsPaid) / Math.max(1, checkouts)) / 10
const percent = (value: number) => `${value}%`

const activityRows = (past: ActivityAsOf, current: ActivityAsOf): readonly FigureRow[] => [
  { name: 'Checkouts paid', was: percentPaid(past), is: percentPaid(current), text: percent, change: points },
  { name: 'Open carts', was: past.openCarts, is: current.openCarts },
  { name: 'Pieces on hold', was: past.piecesOnHold, is: current.piecesOnHold },
]

/** A day before the shop opened has no figures. `opened`: when the first event was recorded. */
export const isBeforeOpening = (day: string, opened: string) => day < opened.slice(0, 10)

/** Periods that ended before the shop opened have no figures, and before the first event no period has figures. */
export function groupsOf(
  { books: then, activity }: FiguresAsOf,
  { books: now, activity: activityNow }: FiguresAsOf,
  opened: string,
): readonly FigureGroup[] {
  const known = (rows: readonly FigureRow[], to?: string) => {
    const isEarly = to !== undefined && isBeforeOpening(to, opened)
    return rows.map((row) => ({
      ...row,
      was: isEarly || then.asOf.event === 0 ? null : row.was,
      is: isEarly ? null : row.is,
    }))
  }

  const { from, to } = then.period
  const count = then.days.length
  const before = daysBefore(from, count)
  return [
    {
      title: 'Since the shop opened',
      rows: known([
        ...rowsOf({ ...then, orders: then.totalOrders }, { ...now, orders: now.totalOrders }),
        { name: 'Average order', was: averageOf(then), is: averageOf(now), text: formatMoney },
        ...activityRows(activity, activityNow),
      ]),
    },
    {
      title: `The ${count} days up to ${dayInWords(to)} (“Then” ends at the chosen moment, “Now” counts the whole last day)${partOf({ from, to: then.asOf.moment }, opened)}`,
      rows: known(rowsOf(then.period, now.period, { from, to }), to),
    },
    {
      title: `The ${count} days before that period${partOf(before, opened)}`,
      rows: known(rowsOf(then.period.before, now.period.before, before), before.to),
    },
  ]
}

/** A period in which the shop opened was observed only in part. A period up to a day has the whole day. */
function partOf({ from, to }: { from: string; to: string }, opened: string) {
  const [openedMs, endMs] = [Date.parse(opened), Date.parse(to) + (to.length === 10 ? DAY_MS : 0)]
  if (openedMs <= Date.parse(from) || openedMs >= endMs) return ''
  const days = Math.floor(((endMs - openedMs) / DAY_MS) * 100) / 100
  return `. Observed only in part: ${days} ${days === 1 ? 'day' : 'days'}`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The first and the last of the `count` days before `day`. */
function daysBefore(day: string, count: number) {
  const dayAt = (days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
  return { from: dayAt(count), to: dayAt(1) }
}
