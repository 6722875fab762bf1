import { capitalized } from '../../lib/capitalized.ts'
import type { AskedRule } from '../questions/start-run.ts'

/** TABLE: the shop's figures and states that a rule can be compared with, in words, by the names of their read models. */
const projections: Readonly<Record<string, string>> = {
  dashboard: 'dashboard',
  orders: 'orders',
  carts: 'carts',
  products: 'products',
  stock: 'stock figures',
  'stock-marks': 'stock ledgers',
  'pending-payments': 'payments under review',
  cases: 'cases',
  deletions: 'deletions',
  holds: 'holds',
  questions: 'saved questions',
}
export const NOTHING = 'nothing'
export const RULE = 'rule'

/** The labels of the two rules, and the names of their columns in a comparison. */
export const RULE_LABEL = 'Rule in JavaScript'
export const SECOND_LABEL = 'Second rule'

/** The heading of a projection's column in a comparison, such as "The shop’s orders". */
export const projectionHeading = (name: string) => `The shop’s ${projections[name] ?? name}`

export const choices = [
  { value: NOTHING, label: 'Nothing' },
  { value: RULE, label: 'Another rule' },
  ...Object.entries(projections).map(([value, words]) => ({ value, label: capitalized(words) })),
]

export function againstOf(chosen: string, second: string): AskedRule['against'] {
  if (chosen === NOTHING) return undefined
  return chosen === RULE ? { reducer: second } : { projection: chosen }
}

export function chosenOf(against: AskedRule['against']): string {
  if (!against) return NOTHING
  return 'projection' in against ? against.projection : RULE
}
