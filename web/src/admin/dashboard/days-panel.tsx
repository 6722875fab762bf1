import type { Dashboard } from '@shop/language/dashboard/api'
import { dayInWords } from '../../lib/day-in-words.ts'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { Panel } from '../parts/panel.tsx'
import { Bars } from '../plot/bars.tsx'
import type { PlotScale } from '../plot/day-plot.tsx'
import { DayPlot } from '../plot/day-plot.tsx'
import { lastDays } from './day-range.ts'
import { DaysTable } from './days-table.tsx'
import { daysInWords } from './period-figures.tsx'

type PanelProps = Pick<Dashboard, 'days' | 'period'>

export function DaysPanel({ days, period }: PanelProps) {
  const isToday = period.to === lastDays().to
  const names = days.map(({ day }) => dayInWords(day))
  const revenue = days.map((day) => day.revenue)
  const orders = days.map((day) => day.orders)
  const [earned, placed] = [sum(revenue), sum(orders)]
  if (placed === 0)
    return (
      <Panel title="Revenue and orders by day">
        <p className="border-t border-hair py-4 text-rinse">
          No orders {names.length === 1 ? 'on' : `in the ${daysInWords(period)} up to`} {names.at(-1)}.
        </p>
      </Panel>
    )
  const span = `${names[0]} to ${names.at(-1)}`
  return (
    <Panel
      title="Revenue and orders by day"
      aside={
        <p className="type-xsmall flex flex-wrap gap-x-4 text-rinse">
          <span>
            <Mark className="bg-vat" />
            {daysInWords(period)} up to {names.at(-1)}:{' '}
            <b className="num font-semibold text-raw">{formatMoney(earned)}</b>
          </span>
          {isToday && (
            <span>
              <Mark className="bg-vat-2" />
              Today so far
            </span>
          )}
        </p>
      }
    >
      <DayPlot
        label={`Revenue by day, ${span}, ${formatMoney(earned)} in all`}
        days={names}
        values={revenue}
        height={194}
        tick={dollars}
      >
        {(scale) => <Bars values={revenue} scale={scale} isPartial={(day) => isToday && day === revenue.length - 1} />}
      </DayPlot>
      <p className="type-xsmall mt-2.5 mb-1 ml-12 text-stone">
        Orders by day: <b className="num font-semibold text-raw">{numeral(placed)}</b> in all
      </p>
      <DayPlot
        label={`Orders by day, ${span}, ${placed} in all`}
        days={names}
        values={orders}
        height={124}
        steps={3}
        tick={String}
      >
        {(scale) => <DayLine values={orders} scale={scale} />}
      </DayPlot>
      <DaysTable days={days} />
    </Panel>
  )
}

const sum = (values: readonly number[]) => Math.round(values.reduce((total, value) => total + value * 100, 0)) / 100

const dollars = (value: number) => (value >= 1000 ? `$${value / 1000}k` : `$${value}`)

const Mark = ({ className }: { className: string }) => (
  <span aria-hidden className={`mr-2 inline-block h-[3px] w-3 align-middle ${className}`} />
)

function DayLine({ values, scale: { x, y } }: { values: readonly number[]; scale: PlotScale }) {
  const points = values.map((value, day) => `${x(day).toFixed(1)} ${y(value).toFixed(1)}`)
  const last = values.length - 1
  return (
    <>
      <path d={`M${points.join('L')}`} fill="none" className="stroke-vat stroke-2" />
      <rect
        x={x(last) - 4}
        y={y(values[last] ?? 0) - 4}
        width={8}
        height={8}
        className="fill-bleach stroke-vat stroke-2"
      />
    </>
  )
}
