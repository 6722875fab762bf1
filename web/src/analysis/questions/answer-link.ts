import type { RunAnswer } from '@shop/language/analysis/runs'
import type { Opened } from './first-draft.ts'
import { addressOf } from './question-address.ts'
import { typedOf } from './question-words.ts'
import type { Asked } from './start-run.ts'

/**
 * The address that gives an answer again at any later time: the question with its values, as of the answer's last event. A question as of a
 * moment keeps this moment, because `now()` in the question is this moment. Undefined for a rule, which has no address.
 */
export function answerLink(page: string, opened: Opened, asked: Asked, { asOf }: RunAnswer): string | undefined {
  if (!('sql' in asked)) return undefined
  const { sql, parameters } = asked
  const typed = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typedOf(value)]))
  const end = typeof asked.asOf === 'string' ? asked.asOf : String(asOf.event)
  return page + addressOf(opened, { sql, typed, asOf: end }, true)
}
