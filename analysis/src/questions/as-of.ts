import { noSuchEvent } from '../no-such-event.ts'
import { eventAt, momentOf } from './copied-moments.ts'
import type { CopiedRange } from './copied-range.ts'
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
