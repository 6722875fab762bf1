import type { Histogram } from '@shop/language/analysis/timeline'
import type { ReactNode } from 'react'
import { ticksTo } from '../../admin/plot/scale.ts'
import { numeral } from '../../lib/numeral.ts'
import { shortMoment } from './moment-words.ts'

export const BARS_HEIGHT = 96
const SHOWN_FROM = 8

type BarsProps = {
  line: Pick<Histogram, 'bars' | 'stepMs'>
  width: number
  x: (time: number) => number
  isOut: (time: number) => boolean
  /** Drawn behind the bars. `children` are drawn in front of them. */
  behind?: ReactNode
  children?: ReactNode
}

/** A histogram of events. Screen readers skip it, so the component around it must describe it in words. */
export function TimeBars({ line: { bars, stepMs }, width, x, isOut, behind, children }: BarsProps) {
  const highest = ticksTo(Math.max(...bars.map(({ events }) => events)), 2).at(-1) ?? 1
  const bar = Math.max(1, x(stepMs) - x(0) - 2)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${BARS_HEIGHT}`} height={BARS_HEIGHT} className="plot">
      {behind}
      <line className="grid" x1={0} x2={width} y1={SHOWN_FROM} y2={SHOWN_FROM} />
      {bars.map(({ at, events }) => {
        const height = (events / highest) * (BARS_HEIGHT - SHOWN_FROM)
        const [from, to] = [Math.max(0, x(Date.parse(at))), Math.min(width, x(Date.parse(at)) + bar)]
        return (
          <rect
            key={at}
            x={from}
            width={Math.max(1, to - from)}
            y={BARS_HEIGHT - height}
            height={height}
            className={isOut(Date.parse(at)) ? 'fill-faded' : 'fill-vat'}
          >
            <title>{`${shortMoment(at)}: ${numeral(events)} events`}</title>
          </rect>
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
