import type { Histogram } from '@shop/language/analysis/answers'
import { type PointerEvent, useRef } from 'react'
import { useWidth } from '../../admin/plot/use-width.ts'
import { eventCount } from '../../lib/numeral.ts'
import { momentInWords, rangeInWords } from '../time/moment-words.ts'
import '../time/scrubber.css'
import { BARS_HEIGHT, barsInWords, TimeBars } from '../time/time-bars.tsx'
import { useResting } from '../time/use-resting.ts'
import './event-histogram.css'
import type { Between } from './use-event-filter.ts'

type HistogramProps = {
  line: Histogram
  /** Whether `line` is of another range, because the answer for this one has not come yet. */
  isOld: boolean
  between: Between
  onStretch: (between: Between) => void
}
type Stretch = Readonly<{ from: number; to: number }>

/** The user drags a range over the bars, or moves one end of the range with the pointer or the keyboard. */
export function EventHistogram({ line, isOld, between, onStretch }: HistogramProps) {
  const [width, observe] = useWidth(800)
  const { stepMs } = line
  const begin = Math.floor(Date.parse(line.first ?? line.asOf.moment) / stepMs) * stepMs
  const end = Math.max(begin, Math.floor(Date.parse(line.asOf.moment) / stepMs) * stepMs) + stepMs
  const inside = (time: number) => Math.min(end, Math.max(begin, time))
  const at = {
    from: between.from === undefined ? begin : inside(Date.parse(between.from)),
    to: between.to === undefined ? end : inside(Date.parse(between.to)),
  }
  const betweenOf = ({ from, to }: Stretch): Between => ({
    from: from <= begin ? undefined : new Date(from).toISOString(),
    to: to >= end ? undefined : new Date(to).toISOString(),
  })
  const { value, move } = useResting<Stretch>(at, `${at.from} ${at.to}`, (stretch) => onStretch(betweenOf(stretch)))
  const isMoving = value.from !== at.from || value.to !== at.to
  const isCounted = !isMoving && !isOld
  const x = (time: number) => ((time - begin) / (end - begin)) * width
  const drag = useDrag(
    (fraction) => inside(begin + Math.floor((fraction * (end - begin)) / stepMs) * stepMs),
    move,
    stepMs,
  )
  const total = line.types.reduce((sum, { events }) => sum + events, 0)
  return (
    <section aria-label="Events over time">
      <p className="type-xsmall num mb-1 flex flex-wrap justify-between gap-x-4 text-stone">
        <span>{barsInWords(stepMs)}, those in the range dark</span>
        <span>
          {isCounted ? eventCount(total) : 'Counting the events'}{' '}
          {rangeInWords(isMoving ? betweenOf(value) : between, line.asOf.event)}
        </span>
      </p>
      <div className="event-stretch relative">
        <div ref={observe} className="mx-[11px] cursor-crosshair touch-pan-y" {...drag}>
          <TimeBars
            line={line}
            width={width}
            x={x}
            darkOf={({ at, events, inRange }) =>
              isCounted ? inRange : Date.parse(at) >= value.from && Date.parse(at) < value.to ? events : 0
            }
          >
            {[value.from, value.to].map((time, index) => (
              <line
                key={index === 0 ? 'from' : 'to'}
                x1={x(time)}
                x2={x(time)}
                y1={0}
                y2={BARS_HEIGHT}
                className="stroke-thread stroke-2"
              />
            ))}
          </TimeBars>
        </div>
        {(['from', 'to'] as const).map((edge) => (
          <input
            key={edge}
            type="range"
            min={begin}
            max={end}
            step={stepMs}
            className="scrubber absolute inset-x-0 h-11 w-full"
            value={value[edge]}
            aria-label={edge === 'from' ? 'From' : 'To'}
            aria-valuetext={momentInWords(new Date(value[edge]).toISOString())}
            style={{ top: BARS_HEIGHT / 2 - 22 }}
            onChange={({ target }) => move(moved(value, edge, Number(target.value), stepMs))}
          />
        ))}
      </div>
    </section>
  )
}

/** At least one bar stays between the ends. */
const moved = (now: Stretch, edge: keyof Stretch, time: number, stepMs: number): Stretch =>
  edge === 'from'
    ? { ...now, from: Math.min(time, now.to - stepMs) }
    : { ...now, to: Math.max(time, now.from + stepMs) }

function useDrag(barAt: (fraction: number) => number, onMove: (stretch: Stretch) => void, stepMs: number) {
  const began = useRef<number>(undefined)
  const at = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return barAt(Math.min(0.999_999, Math.max(0, (clientX - left) / width)))
  }
  const drawn = (event: PointerEvent<HTMLDivElement>) => {
    if (began.current === undefined) return
    const now = at(event)
    onMove({ from: Math.min(began.current, now), to: Math.max(began.current, now) + stepMs })
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      began.current = at(event)
      drawn(event)
    },
    onPointerMove: drawn,
    onPointerUp: () => {
      began.current = undefined
    },
    onPointerCancel: () => {
      began.current = undefined
    },
  }
}
