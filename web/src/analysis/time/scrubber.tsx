import type { Timeline } from '@shop/language/analysis/answers'
import { useWidth } from '../../admin/plot/use-width.ts'
import { momentInWords, shortMoment } from './moment-words.ts'
import './scrubber.css'
import { BARS_HEIGHT, barsInWords, TimeBars } from './time-bars.tsx'
import { MarkList, TimeMarks } from './time-marks.tsx'
import type { Moment } from './use-moment.ts'
import { useResting } from './use-resting.ts'

type ScrubberProps = { line: Timeline; seen: { event: number; moment: string }; moment: Moment }

export function Scrubber({ line, seen, moment }: ScrubberProps) {
  const [width, observe] = useWidth(800)
  const first = Date.parse(line.first ?? line.asOf.moment)
  const last = Math.max(Date.parse(line.asOf.moment), first + 1)
  const at = Math.min(last, Math.max(first, Date.parse(seen.moment)))
  const { value, move } = useResting(at, at, (time) =>
    moment.goTo(time >= last ? undefined : new Date(time).toISOString(), true),
  )
  const x = (time: number) => ((time - first) / (last - first)) * width
  return (
    <div className="mt-5">
      <p className="type-xsmall mb-1 text-stone">{barsInWords(line.stepMs)}</p>
      <div className="relative">
        <div ref={observe} className="mx-[11px]">
          <TimeBars
            line={line}
            width={width}
            x={x}
            darkOf={({ at, events }) => (Date.parse(at) > value ? 0 : events)}
            behind={
              <rect x={x(value)} width={Math.max(0, width - x(value))} height={BARS_HEIGHT} className="fill-chalk" />
            }
          >
            <line x1={x(value)} x2={x(value)} y1={0} y2={BARS_HEIGHT} className="stroke-thread stroke-2" />
          </TimeBars>
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
          style={{ top: BARS_HEIGHT / 2 - 22 }}
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
      <MarkList line={line} moment={moment} />
    </div>
  )
}
