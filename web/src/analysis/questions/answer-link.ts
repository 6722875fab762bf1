import type { RunAnswer } from '@shop/language/analysis/runs'
import type { Opened, TypedValues } from './first-draft.ts'
import { addressOf } from './question-address.ts'
import { typedOf } from './question-words.ts'
import type { AskedSql } from './start-run.ts'
import type { RunState } from './use-run.ts'

/**
 * A link that shows the same answer later. The link contains the answer's last event. If the user chose a moment, the link contains the
 * moment, because the question's `now()` returns the moment. An answer from before the first event also has only a moment. Undefined for a
 * rule in JavaScript.
 */
export function answerLink(
  page: string,
  opened: Opened,
  { asked, against }: Pick<RunState, 'asked' | 'against'>,
  { asOf }: RunAnswer,
): string | undefined {
  if (!asked || !('sql' in asked)) return undefined
  const end = typeof asked.asOf === 'string' ? asked.asOf : asOf.event === 0 ? asOf.moment : String(asOf.event)
  const typed = typedFor(asked)
  return page + addressOf(opened, { sql: asked.sql, typed, against: against && typedFor(against), asOf: end }, true)
}

const typedFor = ({ parameters }: AskedSql): TypedValues =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typedOf(value)]))
