import type { ReactNode } from 'react'
import { labelled, ticksTo } from './scale.ts'
import { useWidth } from './use-width.ts'

const TOP = 10
const LABEL_WIDTH = 76

type PlotProps = {
  label: string
  days: readonly string[]
  values: readonly number[]
  height: number
  steps?: number
  tick: (value: number) => string
  children: (scale: PlotScale) => ReactNode
}

export type PlotScale = { x: (day: number) => number; y: (value: number) => number; band: number; base: number }

export function DayPlot({ label, days, values, height: base, steps = 4, tick, children }: PlotProps) {
  const [width, observe] = useWidth(600)
  const ticks = ticksTo(Math.max(...values, 0), steps)
  const highest = ticks.at(-1) ?? 1
  const band = width / days.length
  const y = (value: number) => base - (value / highest) * (base - TOP)
  const x = (day: number) => band * (day + 0.5)
  const last = days.length - 1
  /** A label in the middle of a narrow last band would not fit into the plot. */
  const isEnd = (day: number) => day === last && band < LABEL_WIDTH
  return (
    <div
      role="img"
      aria-label={label}
      className="num relative pb-6.5 pl-12 text-[0.75rem] leading-4 font-medium text-stone"
    >
      <div ref={observe}>
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${base}`} height={base} className="plot">
          {ticks.map((value) => (
            <line key={value} className={value === 0 ? 'base' : 'grid'} x1={0} x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {children({ x, y, band, base })}
        </svg>
      </div>
      {ticks.map((value) => (
        <span key={value} className="absolute left-0 w-10 text-right" style={{ top: y(value) - 8 }}>
          {tick(value)}
        </span>
      ))}
      <div className="absolute inset-x-0 bottom-0 left-12 h-4">
        {labelled(days.length, width, LABEL_WIDTH).map((day) => (
          <span
            key={day}
            className={`absolute whitespace-nowrap ${isEnd(day) ? 'right-0' : '-translate-x-1/2'}`}
            style={isEnd(day) ? undefined : { left: x(day) }}
          >
            {days[day]}
          </span>
        ))}
      </div>
    </div>
  )
}
