import type { ActivityAsOf, BooksAsOf } from '@shop/language/analysis/api'
import { DaysTable } from '../../admin/dashboard/days-table.tsx'
import { dayOf } from '../../admin/dashboard/plot-days.ts'
import { Bars } from '../../admin/plot/bars.tsx'
import { DayPlot, type PlotScale } from '../../admin/plot/day-plot.tsx'
import { formatMoney } from '../../lib/money.ts'
import { TakeTable } from '../take-table.tsx'
import { BetweenMoments } from './between-moments.tsx'
import { FigureButton, type FigureRow, FiguresTable, figureCells } from './figures-table.tsx'
import type { Moment } from './use-moment.ts'
import type { FiguresAsOf } from './use-then-and-now.ts'

type BooksProps = { past: FiguresAsOf; current: FiguresAsOf; moment: Moment }

export function BooksThen({ past, current, moment }: BooksProps) {
  const [then, now] = [past.books, current.books]
  const names = then.days.map(({ day }) => dayOf(day))
  const revenue = then.days.map((day) => day.revenue)
  const revenueNow = new Map(now.days.map((day) => [day.day, day.revenue]))
  const changed = then.days.map(({ day, revenue }) => {
    const current = revenueNow.get(day) ?? revenue
    return current === revenue ? undefined : current
  })
  const groups = groupsOf(past, current)
  const days = () => [
    ['Day', 'Revenue', 'Orders'],
    ...then.days.map(({ day, revenue, orders }) => [day.slice(0, 10), revenue, orders]),
  ]
  return (
    <>
      <FiguresTable groups={groups} moment={moment} />
      <div className="mt-4">
        <TakeTable about="of the figures" name={`figures-as-of-${then.asOf.event}`} cells={() => figureCells(groups)} />
      </div>
      <h3 className="type-h4 mt-8 mb-2">Revenue by day, as it was shown then</h3>
      <DayPlot
        label={`Revenue by day, ${names[0]} to ${names.at(-1)}, as it was shown then`}
        days={names}
        values={revenue.map((value, day) => Math.max(value, changed[day] ?? 0))}
        height={170}
        tick={(value) => (value >= 1000 ? `$${value / 1000}k` : `$${value}`)}
      >
        {(scale) => (
          <>
            <Bars values={revenue} scale={scale} />
            <NowMarks values={changed} scale={scale} />
          </>
        )}
      </DayPlot>
      <p className="type-small mt-2 text-rinse">{changeInWords(changed)}</p>
      <DaysTable
        days={then.days}
        figureOf={(figure, day, text) => (
          <FigureButton asked={{ figure, from: day, to: day }} of={`${figure} of ${dayOf(day)}`} moment={moment}>
            {text}
          </FigureButton>
        )}
      />
      <div className="mt-4">
        <TakeTable about="of the days" name={`days-as-of-${then.asOf.event}`} cells={days} />
      </div>
      <BetweenMoments past={past.activity} current={current.activity} />
    </>
  )
}

type MarkProps = { values: readonly (number | undefined)[]; scale: PlotScale }

const NowMarks = ({ values, scale: { x, y, band } }: MarkProps) =>
  values.map((value, day) =>
    value === undefined ? undefined : (
      <line
        key={day}
        x1={x(day) - band / 2}
        x2={x(day) + band / 2}
        y1={y(value)}
        y2={y(value)}
        className="stroke-thread stroke-2"
      />
    ),
  )

function changeInWords(changed: readonly (number | undefined)[]) {
  const count = changed.filter((value) => value !== undefined).length
  if (count === 0) return 'No day’s revenue has changed since then.'
  const days = count === 1 ? 'one of these days' : `${count} of these days`
  return `The revenue of ${days} is different now. A line in the bar shows the new revenue. It changed because orders were placed, deleted or restored since.`
}

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
  { name: 'Checkouts paid', was: percentPaid(past), is: percentPaid(current), text: percent },
  { name: 'Open carts', was: past.openCarts, is: current.openCarts },
  { name: 'Pieces on hold', was: past.piecesOnHold, is: current.piecesOnHold },
]

function groupsOf({ books: then, activity }: FiguresAsOf, { books: now, activity: activityNow }: FiguresAsOf) {
  const { from, to } = then.period
  const count = then.days.length
  return [
    {
      title: 'Since the shop opened',
      rows: [
        ...rowsOf({ ...then, orders: then.totalOrders }, { ...now, orders: now.totalOrders }),
        { name: 'Average order', was: averageOf(then), is: averageOf(now), text: formatMoney },
        ...activityRows(activity, activityNow),
      ],
    },
    {
      title: `The ${count} days up to ${dayOf(to)} (“Now” counts the whole of ${dayOf(to)})`,
      rows: rowsOf(then.period, now.period, { from, to }),
    },
    {
      title: `The ${count} days before that period`,
      rows: rowsOf(then.period.before, now.period.before, daysBefore(from, count)),
    },
  ]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The first and the last of the `count` days before `day`. */
function daysBefore(day: string, count: number) {
  const dayAt = (days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
  return { from: dayAt(count), to: dayAt(1) }
}
