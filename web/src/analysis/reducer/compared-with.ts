import { capitalized } from '../../lib/capitalized.ts'
import { readModelWords } from '../../lib/read-model-words.ts'
import type { AskedRule } from '../questions/start-run.ts'

/** TABLE: the read models that a rule can be compared with. */
const compared = [
  'dashboard',
  'orders',
  'carts',
  'products',
  'stock',
  'stock-marks',
  'pending-payments',
  'cases',
  'deletions',
  'holds',
  'questions',
]
export const NOTHING = 'nothing'
export const RULE = 'rule'

/** The labels of the two rules, and the names of their columns in a comparison. */
export const RULE_LABEL = 'Rule in JavaScript'
export const SECOND_LABEL = 'Second rule'

/** The heading of a projection's column in a comparison, such as "The shop’s orders". */
export const projectionHeading = (name: string) => `The shop’s ${readModelWords(name)}`

export const choices = [
  { value: NOTHING, label: 'Nothing' },
  { value: RULE, label: 'Another rule' },
  ...compared.map((value) => ({ value, label: capitalized(readModelWords(value)) })),
]

export function againstOf(chosen: string, second: string): AskedRule['against'] {
  if (chosen === NOTHING) return undefined
  return chosen === RULE ? { reducer: second } : { projection: chosen }
}

export function chosenOf(against: AskedRule['against']): string {
  if (!against) return NOTHING
  return 'projection' in against ? against.projection : RULE
}
