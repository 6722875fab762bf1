import type { Timeline } from '@shop/language/api/timeline'
import { useEffect, useRef, useState } from 'react'
import { ticksTo } from '../../admin/plot/scale.ts'
import { useWidth } from '../../admin/plot/use-width.ts'
import { numeral } from '../../lib/numeral.ts'
import { momentInWords, shortMoment } from './moment-words.ts'
import './scrubber.css'
import { MarkList, TimeMarks } from './time-marks.tsx'
import type { Moment } from './use-moment.ts'

const HEIGHT = 96
/** While it is moved the figures are asked for when it rests. */
const REST_MS = 200
const SHOWN_FROM = 8

type ScrubberProps = { line: Timeline; seen: { event: number; moment: string }; moment: Moment }

/** The events along the time, and a range over them that chooses the moment: by pointer, or by the arrow keys. */
export function Scrubber({ line, seen, moment }: ScrubberProps) {
  const [width, observe] = useWidth(800)
  const first = Date.parse(line.first ?? line.asOf.moment)
  const last = Math.max(Date.parse(line.asOf.moment), first + 1)
  const { value, move } = useRange(Math.min(last, Math.max(first, Date.parse(seen.moment))), (time) =>
    moment.goTo(time >= last ? undefined : new Date(time).toISOString(), true),
  )
  const x = (time: number) => ((time - first) / (last - first)) * width
  return (
    <div className="mt-5">
      <p className="type-xsmall mb-1 text-stone">{barsInWords(line.stepMs)}</p>
      <div className="relative">
        <div ref={observe} className="mx-[11px]">
          <Histogram line={line} width={width} x={x} chosen={value} />
        </div>
        <input
          type="range"
          min={first}
          max={last}
          step="any"
          value={value}
          aria-label="Moment"
          aria-valuetext={momentInWords(new Date(value).toISOString())}
          className="scrubber absolute inset-x-0 h-11 w-full"
          style={{ top: HEIGHT / 2 - 22 }}
          onChange={({ target }) => move(Number(target.value))}
        />
        <div className="mx-[11px]">
          <TimeMarks line={line} x={x} chosen={value} />
        </div>
        <div className="num type-xsmall mt-1 flex justify-between text-stone">
          <span>{shortMoment(new Date(first).toISOString())}</span>
          <span>{shortMoment(new Date(last).toISOString())}</span>
        </div>
      </div>
      <MarkList line={line} />
    </div>
  )
}

/** Moves at once, and says where it has come to rest. */
function useRange(at: number, onRest: (time: number) => void) {
  const [moved, setMoved] = useState<number>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What was chosen is seen.
  useEffect(() => setMoved(undefined), [at])
  useEffect(() => () => clearTimeout(resting.current), [])
  return {
    value: moved ?? at,
    move(time: number) {
      setMoved(time)
      clearTimeout(resting.current)
      resting.current = setTimeout(() => onRest(time), REST_MS)
    },
  }
}

type HistogramProps = { line: Timeline; width: number; x: (time: number) => number; chosen: number }

function Histogram({ line: { bars, stepMs }, width, x, chosen }: HistogramProps) {
  const highest = ticksTo(Math.max(...bars.map(({ events }) => events)), 2).at(-1) ?? 1
  const bar = Math.max(1, x(stepMs) - x(0) - 2)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT}`} height={HEIGHT} className="plot">
      <rect x={x(chosen)} width={Math.max(0, width - x(chosen))} y={0} height={HEIGHT} className="fill-chalk" />
      <line className="grid" x1={0} x2={width} y1={SHOWN_FROM} y2={SHOWN_FROM} />
      {bars.map(({ at, events }) => {
        const height = (events / highest) * (HEIGHT - SHOWN_FROM)
        const [from, to] = [Math.max(0, x(Date.parse(at))), Math.min(width, x(Date.parse(at)) + bar)]
        return (
          <rect
            key={at}
            x={from}
            width={Math.max(1, to - from)}
            y={HEIGHT - height}
            height={height}
            className={Date.parse(at) > chosen ? 'fill-faded' : 'fill-vat'}
          >
            <title>{`${shortMoment(at)}: ${numeral(events)} events`}</title>
          </rect>
        )
      })}
      <line className="base" x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
      <line x1={x(chosen)} x2={x(chosen)} y1={0} y2={HEIGHT} className="stroke-thread stroke-2" />
    </svg>
  )
}

const HOUR_MS = 3_600_000
const barsInWords = (stepMs: number) => {
  const [count, unit] =
    stepMs >= 24 * HOUR_MS
      ? [stepMs / (24 * HOUR_MS), 'day']
      : stepMs >= HOUR_MS
        ? [stepMs / HOUR_MS, 'hour']
        : [stepMs / 60_000, 'minute']
  return count === 1 ? `Events by ${unit}` : `Events by ${count} ${unit}s`
}
