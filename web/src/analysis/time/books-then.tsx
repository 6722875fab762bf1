import type { ActivityAsOf } from '@shop/language/analysis/api'
import { DaysTable } from '../../admin/dashboard/days-table.tsx'
import { Bars } from '../../admin/plot/bars.tsx'
import { DayPlot, type PlotScale } from '../../admin/plot/day-plot.tsx'
import { dayInWords } from '../../lib/day-in-words.ts'
import { numeral } from '../../lib/numeral.ts'
import { TakeTable } from '../take-table.tsx'
import { FigureButton, FiguresTable, figureCells, NOT_OPEN } from './figures-table.tsx'
import { groupsOf, isBeforeOpening } from './then-groups.ts'
import type { Moment } from './use-moment.ts'
import type { FiguresAsOf } from './use-then-and-now.ts'

/** `opened`: when the first event was recorded. */
type BooksProps = { past: FiguresAsOf; current: FiguresAsOf; moment: Moment; opened: string }

export function BooksThen({ past, current, moment, opened }: BooksProps) {
  const [then, now] = [past.books, current.books]
  const names = then.days.map(({ day }) => dayInWords(day))
  const isOpen = (day: string) => then.asOf.event > 0 && !isBeforeOpening(day, opened)
  const revenue = then.days.map(({ day, revenue }) => (isOpen(day) ? revenue : null))
  const revenueNow = new Map(now.days.map((day) => [day.day, day.revenue]))
  const changed = then.days.map(({ day, revenue }) => {
    const current = revenueNow.get(day) ?? revenue
    return current === revenue ? undefined : current
  })
  const groups = groupsOf(past, current, opened)
  const days = () => [
    ['Day', 'Revenue', 'Orders'],
    ...then.days.map(({ day, revenue, orders }) => [day, ...(isOpen(day) ? [revenue, orders] : [NOT_OPEN, NOT_OPEN])]),
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
        values={revenue.map((value, day) => Math.max(value ?? 0, changed[day] ?? 0))}
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
      <p className="type-small mt-2 text-rinse">
        {changeInWords(changed)} {revenue.includes(null) && 'On the gray days, the shop had not opened yet.'}
      </p>
      <DaysTable
        days={then.days}
        figureOf={(figure, day, text) =>
          isOpen(day) ? (
            <FigureButton asked={{ figure, from: day, to: day }} of={`${figure} of ${dayInWords(day)}`} moment={moment}>
              {text}
            </FigureButton>
          ) : (
            <span className="text-stone">{NOT_OPEN}</span>
          )
        }
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

type Counted = keyof Omit<ActivityAsOf, 'asOf'>

const counts: readonly (readonly [name: Counted, label: string])[] = [
  ['cartAdds', 'Added to carts'],
  ['checkouts', 'Checkouts started'],
  ['ordersPlaced', 'Orders placed'],
  ['ordersCancelled', 'Cancelled'],
  ['priceChanges', 'Prices changed'],
]

const BetweenMoments = ({ past, current }: { past: ActivityAsOf; current: ActivityAsOf }) => (
  <section aria-labelledby="between">
    <h3 id="between" className="type-h4 mt-8 mb-2">
      Between then and now
    </h3>
    <dl className="grid grid-cols-2 gap-y-3 border-t border-raw pt-2.5 sm:grid-cols-5">
      {counts.map(([name, label]) => (
        <div key={name} className="border-hair px-3 first:pl-0 sm:not-first:border-l max-sm:px-0">
          <dt className="type-xsmall text-stone">{label}</dt>
          <dd className="num text-[clamp(22px,2.4vw,30px)] leading-[1.1] font-medium tracking-[-0.02em] font-stretch-75%">
            {numeral(current[name] - past[name])}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
