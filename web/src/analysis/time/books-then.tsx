import type { BooksAsOf } from '@shop/language/analysis/api'
import { DaysTable } from '../../admin/dashboard/days-table.tsx'
import { dayOf } from '../../admin/dashboard/plot-days.ts'
import { Bars } from '../../admin/plot/bars.tsx'
import { DayPlot } from '../../admin/plot/day-plot.tsx'
import { TakeTable } from '../take-table.tsx'
import { FigureButton, type FigureRow, FiguresTable, figureCells } from './figures-table.tsx'
import type { Moment } from './use-moment.ts'

type BooksProps = { then: BooksAsOf; now: BooksAsOf; moment: Moment }

/**
 * Shows the dashboard's figures as of the chosen moment and now, and its days as of that moment. Pressing a figure opens its explanation.
 */
export function BooksThen({ then, now, moment }: BooksProps) {
  const names = then.days.map(({ day }) => dayOf(day))
  const revenue = then.days.map((day) => day.revenue)
  const groups = groupsOf(then, now)
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
        label={`Revenue by day, ${names[0]} to ${names.at(-1)}, as of then`}
        days={names}
        values={revenue}
        height={170}
        tick={(value) => (value >= 1000 ? `$${value / 1000}k` : `$${value}`)}
      >
        {(scale) => <Bars values={revenue} scale={scale} isLastOver />}
      </DayPlot>
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
    </>
  )
}

type Sums = Readonly<{ revenue: number; netRevenue: number; orders: number }>

const rowsOf = (then: Sums, now: Sums, days?: { from: string; to: string }): readonly FigureRow[] => [
  { name: 'Revenue', asked: { figure: 'revenue', ...days }, was: then.revenue, is: now.revenue },
  { name: 'Net revenue', asked: { figure: 'netRevenue', ...days }, was: then.netRevenue, is: now.netRevenue },
  { name: 'Orders', asked: { figure: 'orders', ...days }, was: then.orders, is: now.orders },
]

function groupsOf(then: BooksAsOf, now: BooksAsOf) {
  const { from, to } = then.period
  const count = then.days.length
  return [
    {
      title: 'Since the shop opened',
      rows: rowsOf({ ...then, orders: then.totalOrders }, { ...now, orders: now.totalOrders }),
    },
    { title: `The ${count} days up to then`, rows: rowsOf(then.period, now.period, { from, to }) },
    {
      title: `The ${count} days before those`,
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
