import type { Timeline } from '@shop/language/analysis/answers'
import type { ReactNode } from 'react'
import { ticksTo } from '../../admin/plot/scale.ts'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { shortMoment } from './moment-words.ts'

export const BARS_HEIGHT = 96
const SHOWN_FROM = 8

type Bar = Timeline['bars'][number]

type BarsProps<One extends Bar> = {
  line: Readonly<{ bars: readonly One[]; stepMs: number }>
  width: number
  x: (time: number) => number
  /** How many of a bar's events are drawn dark, at its foot. */
  darkOf: (bar: One) => number
  /** Drawn behind the bars. `children` are drawn in front of them. */
  behind?: ReactNode
  children?: ReactNode
}

/** A histogram of events. Screen readers skip it, so the component around it must describe it in words. */
export function TimeBars<One extends Bar>({ line, width, x, darkOf, behind, children }: BarsProps<One>) {
  const { bars, stepMs } = line
  const highest = ticksTo(Math.max(...bars.map(({ events }) => events)), 2).at(-1) ?? 1
  const wide = Math.max(1, x(stepMs) - x(0) - 2)
  const heightOf = (events: number) => (events / highest) * (BARS_HEIGHT - SHOWN_FROM)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${BARS_HEIGHT}`} height={BARS_HEIGHT} className="plot">
      {behind}
      <line className="grid" x1={0} x2={width} y1={SHOWN_FROM} y2={SHOWN_FROM} />
      {bars.map((bar) => {
        const { at, events } = bar
        const [from, to] = [Math.max(0, x(Date.parse(at))), Math.min(width, x(Date.parse(at)) + wide)]
        const dark = darkOf(bar)
        return (
          <g key={at}>
            <title>{`${shortMoment(at)}: ${eventCount(events)}, of which ${numeral(dark)} dark`}</title>
            {[events, dark].map((height, part) => (
              <rect
                key={part === 0 ? 'all' : 'dark'}
                x={from}
                width={Math.max(1, to - from)}
                y={BARS_HEIGHT - heightOf(height)}
                height={heightOf(height)}
                className={part === 0 ? 'fill-faded' : 'fill-vat'}
              />
            ))}
          </g>
        )
      })}
      <line className="base" x1={0} x2={width} y1={BARS_HEIGHT} y2={BARS_HEIGHT} />
      {children}
    </svg>
  )
}

const HOUR_MS = 3_600_000

/** Such as "Events per 5 minutes". */
export const barsInWords = (stepMs: number) => {
  const [count, unit] =
    stepMs >= 24 * HOUR_MS
      ? [stepMs / (24 * HOUR_MS), 'day']
      : stepMs >= HOUR_MS
        ? [stepMs / HOUR_MS, 'hour']
        : [stepMs / 60_000, 'minute']
  return count === 1 ? `Events per ${unit}` : `Events per ${count} ${unit}s`
}
