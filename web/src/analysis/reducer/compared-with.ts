import type { AskedRule } from '../questions/start-run.ts'

/** TABLE: the projections that a rule can be compared with, by the names of their read models. */
const projections = [
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

export const choices = [
  { value: NOTHING, label: 'Nothing' },
  { value: RULE, label: 'Another rule' },
  ...projections.map((name) => ({ value: name, label: `The shop’s projection “${name}”` })),
]

export function againstOf(chosen: string, second: string): AskedRule['against'] {
  if (chosen === NOTHING) return undefined
  return chosen === RULE ? { reducer: second } : { projection: chosen }
}

export function chosenOf(against: AskedRule['against']): string {
  if (!against) return NOTHING
  return 'projection' in against ? against.projection : RULE
}
