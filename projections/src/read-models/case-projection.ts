import { type CaseDocument, cases } from '@shop/language/case/document'
import type { CaseOpened, CaseUpdated } from '@shop/language/case/events'
import type { CaseKind } from '@shop/language/case/kinds'
import { searchTokensOf } from '@shop/language/product/tokens'
import { insert, type Projection, update, whenErased } from '../projection.ts'

export const caseProjection: Projection<CaseDocument> = {
  into: cases,
  failure: 'halt',
  on: {
    CaseOpened: ({ data }) => insert(data.caseId, documentOf(data)),
    CaseUpdated: ({ data }) => update(data.caseId, (one) => found(withNews(one, data))),
    CaseReopened: ({ data }) =>
      update(data.caseId, (one) => {
        const reopened = { openedAt: data.at, closedAt: null, outcome: null, reason: null }
        return found({ ...withNews(one, data), ...reopened, ...standingOf(true, data.at) })
      }),
    CaseAttempted: ({ data: { caseId, act, code, at } }) =>
      update(caseId, (one) => ({ ...one, attempts: one.attempts + 1, lastAttempt: { at, act, code } })),
    CaseClosed: ({ data: { caseId, outcome, reason, closedAt } }) =>
      update(caseId, (one) => ({ ...one, ...standingOf(false, one.openedAt), outcome, reason, closedAt })),
    ...whenErased<CaseDocument>('customerId', (one) => ({ ...one, reason: null })),
  },
}

const standingOf = (isOpen: boolean, openedAt: string) => ({
  isOpen,
  standing: `${isOpen ? 'open' : 'closed'} ${openedAt}`,
})

function documentOf({ caseId: _id, ...facts }: ReturnType<typeof CaseOpened>['data']): CaseDocument {
  return found({
    ...facts,
    _id,
    kind: facts.kind as CaseKind,
    ...standingOf(true, facts.openedAt),
    updatedAt: facts.openedAt,
    times: 1,
    attempts: 0,
    lastAttempt: null,
    closedAt: null,
    outcome: null,
    reason: null,
  })
}

const withNews = (one: CaseDocument, { at, caseId: _, ...news }: ReturnType<typeof CaseUpdated>['data']) => ({
  ...one,
  ...news,
  updatedAt: at,
})

/** Adds the words with which a search finds the case. */
function found(one: Omit<CaseDocument, 'tokens'>): CaseDocument {
  const { _id, kind, checkoutId, orderId, providerOrderId, captureId, disputeId, refundId, code, debugId } = one
  const ids = [_id, checkoutId, orderId, providerOrderId, captureId, disputeId, refundId, debugId]
  return { ...one, tokens: searchTokensOf([...ids.map((id) => id ?? ''), kind, code].join(' ')) }
}
