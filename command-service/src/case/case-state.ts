import type { CaseKind } from '@shop/language/api/case-kinds'
import type { CaseOpened } from '@shop/language/events/case-events'

export type CaseFacts = Omit<ReturnType<typeof CaseOpened>['data'], 'caseId' | 'kind'> & { kind: CaseKind }
/** `reason`: why an admin gives the money back; null once the person is erased. */
export type Attempt = Readonly<{ act: 'retry' | 'refund'; code: string; reason: string | null; at: string }>
type End = Readonly<{
  outcome: 'refunded' | 'settled' | 'lost' | 'closed'
  refundId: string | null
  reason: string | null
  closedAt: string
}>

export type Case = Readonly<{
  caseId: string
  /** With the newest code, debug id, amount and standing of a dispute. */
  facts: CaseFacts
  /** How often it has happened since it was opened, at least. */
  times: number
  updatedAt: string
  /** When each code was recorded last. */
  codes: ReadonlyMap<string, string>
  attempts: readonly Attempt[]
  end: End | undefined
}>
