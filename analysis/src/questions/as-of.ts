import { closeSync, openSync, readSync } from 'node:fs'
import { MOMENT_BYTES, momentFile } from '../copy/copy-files.ts'
import { noSuchEvent } from '../no-such-event.ts'
import { type CopiedRange, unavailable } from './copied-range.ts'
import { type Question, refusal } from './question.ts'

/** The clocks of a caller and the shop may differ by this much. */
const CLOCKS_DIFFER_MS = 60_000

/** Returns a message if `asOf` is an event that the copy lacks, or a time that has not come. */
export function whyTooLate(asOf: number | string, last: Readonly<{ event: number; ms: number }>): string | undefined {
  if (typeof asOf === 'number') return asOf > last.event ? noSuchEvent(asOf, last.event) : undefined
  const hasCome = Date.parse(asOf) <= Math.max(Date.now() + CLOCKS_DIFFER_MS, last.ms)
  return hasCome ? undefined : 'This time has not come yet. Choose an earlier time'
}

/** The last event that the question can see, and what `now()` returns. */
export function resolveAsOf(
  folder: string,
  { asOf, moment }: Pick<Question, 'asOf' | 'moment'>,
  { event: last }: CopiedRange,
) {
  const tooLate = asOf !== undefined && whyTooLate(asOf, { event: last, ms: Date.parse(momentOf(folder, last)) })
  if (tooLate) throw refusal(tooLate)
  if (typeof asOf === 'string') return { event: eventAt(folder, asOf, last), moment: moment ?? asOf }
  const event = asOf ?? last
  return { event, moment: moment ?? momentOf(folder, event) }
}

type Moments = Readonly<{ at: (event: number) => number }>

/** The latest recording time of the events up to `event`. */
const momentOf = (folder: string, event: number): string =>
  reading(folder, ({ at }) => new Date(at(event)).toISOString())

/**
 * How many of the events 1 to `last` come before the first event that was recorded after `moment`. The times in the file never decrease,
 * even if the clock went back, so a binary search works.
 */
const eventAt = (folder: string, moment: string, last: number): number =>
  reading(folder, ({ at }) => {
    const until = Date.parse(moment)
    let [fits, doesNot] = [0, last + 1]
    while (doesNot - fits > 1) {
      const middle = Math.floor((fits + doesNot) / 2)
      if (at(middle) <= until) fits = middle
      else doesNot = middle
    }
    return fits
  })

function reading<T>(folder: string, read: (moments: Moments) => T): T {
  const file = openSync(momentFile(folder), 'r')
  const record = Buffer.alloc(MOMENT_BYTES)
  try {
    return read({
      at(event) {
        if (event === 0) return 0
        if (readSync(file, record, 0, MOMENT_BYTES, (event - 1) * MOMENT_BYTES) !== MOMENT_BYTES)
          throw unavailable('The moments of these events are not written yet. Try again in a moment')
        return record.readDoubleBE()
      },
    })
  } finally {
    closeSync(file)
  }
}
