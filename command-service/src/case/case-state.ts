import type { CaseOpened } from '@shop/language/case/events'
import type { CaseKind } from '@shop/language/case/kinds'

export type CaseFacts = Omit<ReturnType<typeof CaseOpened>['data'], 'caseId' | 'kind'> & { kind: CaseKind }
/** `reason`: why an admin refunds; null if the customer is erased. */
export type Attempt = Readonly<{ act: 'retry' | 'refund'; code: string; reason: string | null; at: string }>
type End = Readonly<{
  outcome: 'refunded' | 'settled' | 'lost' | 'closed'
  refundId: string | null
  reason: string | null
  closedAt: string
}>

export type Case = Readonly<{
  caseId: string
  /** The code, debug id, amount and dispute are the newest; `openedAt` is the last opening. */
  facts: CaseFacts
  /** The problem has happened at least this often since the case was last opened or reopened. */
  times: number
  updatedAt: string
  /** The time at which each code was last recorded. */
  codes: ReadonlyMap<string, string>
  attempts: readonly Attempt[]
  end: End | undefined
}>
