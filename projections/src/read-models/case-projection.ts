import type { CaseKind } from '@shop/language/api/case-kinds'
import type { CaseOpened } from '@shop/language/events/case-events'
import { type CaseDocument, cases } from '@shop/language/read-models/cases'
import { searchTokensOf } from '@shop/language/read-models/tokens'
import { insert, type Projection, update, updateWhere } from '../projection.ts'

export const caseProjection: Projection<CaseDocument> = {
  into: cases,
  failure: 'halt',
  on: {
    CaseOpened: ({ data }) => insert(data.caseId, documentOf(data)),
    CaseAttempted: ({ data: { caseId, act, code, at } }) =>
      update(caseId, (one) => ({ ...one, attempts: one.attempts + 1, lastAttempt: { at, act, code } })),
    CaseClosed: ({ data: { caseId, outcome, reason, closedAt } }) =>
      update(caseId, (one) => ({ ...one, ...standingOf(false, one.openedAt), outcome, reason, closedAt })),
    // A rebuild reads the reasons as null and gives the same.
    AccountErased: ({ data }) => withoutReasons(data.accountId),
    AccountKeyDestroyed: ({ data }) => withoutReasons(data.accountId),
  },
}

const withoutReasons = (accountId: string) =>
  updateWhere<CaseDocument>('customerId', accountId, (one) => ({ ...one, reason: null }))

const standingOf = (isOpen: boolean, openedAt: string) => ({
  isOpen,
  standing: `${isOpen ? 'open' : 'closed'} ${openedAt}`,
})

function documentOf({ caseId: _id, refundId, ...facts }: ReturnType<typeof CaseOpened>['data']): CaseDocument {
  const { kind, checkoutId, orderId, providerOrderId, captureId, disputeId, code, openedAt } = facts
  const ids = [_id, checkoutId, orderId, providerOrderId, captureId, disputeId, refundId]
  return {
    ...facts,
    _id,
    kind: kind as CaseKind,
    ...standingOf(true, openedAt),
    attempts: 0,
    lastAttempt: null,
    closedAt: null,
    outcome: null,
    reason: null,
    tokens: searchTokensOf([...ids.map((id) => id ?? ''), kind, code].join(' ')),
  }
}
