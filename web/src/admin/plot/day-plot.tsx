import type { ReactNode } from 'react'
import { labelled, ticksTo } from './scale.ts'
import { useWidth } from './use-width.ts'

const LEFT = 48
const TOP = 10
const BOTTOM = 26
const LABEL_WIDTH = 64

type PlotProps = {
  /** What the plot says, in a sentence. */
  label: string
  days: readonly string[]
  values: readonly number[]
  height: number
  steps?: number
  tick: (value: number) => string
  children: (place: Place) => ReactNode
}

/** Where a value of a day is drawn. */
export type Place = { x: (day: number) => number; y: (value: number) => number; band: number; base: number }

/** The axes of a plot by day; what is drawn between them is its child's. */
export function DayPlot({ label, days, values, height, steps = 4, tick, children }: PlotProps) {
  const [width, observe] = useWidth(640)
  const ticks = ticksTo(Math.max(...values, 0), steps)
  const highest = ticks.at(-1) ?? 1
  const base = height - BOTTOM
  const band = (width - LEFT) / days.length
  const y = (value: number) => base - (value / highest) * (base - TOP)
  const x = (day: number) => LEFT + band * (day + 0.5)
  const last = days.length - 1
  return (
    <div ref={observe}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} height={height} className="plot">
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus; what it says is the label. */}
        <g aria-hidden="true">
          {ticks.map((value) => (
            <g key={value}>
              <line className={value === 0 ? 'base' : 'grid'} x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                {tick(value)}
              </text>
            </g>
          ))}
          {children({ x, y, band, base })}
          {labelled(days.length, width - LEFT, LABEL_WIDTH).map((day) => (
            <text
              key={day}
              x={day === last ? width : x(day)}
              y={height - 6}
              textAnchor={day === last ? 'end' : 'middle'}
            >
              {days[day]}
            </text>
          ))}
        </g>
      </svg>
    </div>
  )
}
