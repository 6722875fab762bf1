/** What needs an admin's attention, and what an admin may do about it besides closing it. */
export const caseActs = {
  /** The provider refuses to give back the money of a checkout. */
  'refund-refused': ['retry'],
} as const satisfies Record<string, readonly CaseAct[]>
export type CaseKind = keyof typeof caseActs
export type CaseAct = 'retry' | 'refund'
export const caseKinds = Object.keys(caseActs) as readonly CaseKind[]
