import { eventAt, momentOf } from './copied-moments.ts'
import type { CopiedRange } from './copied-range.ts'
import { type Question, refusal } from './question.ts'

/** The last event that the question can see, and the moment that `now()` returns. */
export function resolveAsOf(
  folder: string,
  { asOf, moment }: Pick<Question, 'asOf' | 'moment'>,
  { event: last }: CopiedRange,
) {
  if (typeof asOf === 'string') return { event: eventAt(folder, asOf, last), moment: moment ?? asOf }
  const event = asOf ?? last
  if (event > last) throw refusal(`The analysis has no event ${event} yet. Choose an event from 1 to ${last}`)
  return { event, moment: moment ?? momentOf(folder, event) }
}
