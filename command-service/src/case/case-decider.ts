import {
  CaseAttempted,
  CaseClosed,
  type CaseEvent,
  CaseOpened,
  CaseReopened,
  CaseUpdated,
  type Dispute,
} from '@shop/language/case/events'
import type { CaseKind } from '@shop/language/case/kinds'
import { ShopError } from '@shop/language/errors'
import type { Decider } from '../handler/decider.ts'
import { isNewer, isNews, isOlder, reopens } from './case-news.ts'
import type { Attempt, Case, CaseFacts } from './case-state.ts'

export type CaseCommand = { caseId: string } & (
  | { type: 'Open'; facts: CaseFacts; times: number }
  /** An admin's attempt was refused, or the provider has accepted the refund but not made it yet. */
  | { type: 'NoteAttempt'; attempt: Attempt }
  | { type: 'Close'; reason: string; at: string; outcome: 'refunded' | 'closed'; refundId: string | null }
  /** `dispute`: the report that a dispute has ended. If the case has a newer report, nothing changes. */
  | {
      type: 'Settle'
      outcome: 'refunded' | 'settled' | 'lost'
      refundId: string | null
      at: string
      dispute?: Dispute | null | undefined
      /** If the case was updated since this time, nothing changes. */
      begunAt?: string | undefined
    }
)

export const caseDecider: Decider<Case | undefined, CaseCommand, CaseEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Open',
  isGuarded: ({ type }) => type === 'Open' || type === 'Settle',

  evolve(state, { type, data }) {
    if (type === 'CaseOpened') {
      const { caseId, kind, ...facts } = data
      const { code, openedAt } = facts
      const codes = new Map([[code, openedAt]])
      const known = { ...facts, kind: kind as CaseKind }
      return { caseId, facts: known, times: 1, updatedAt: openedAt, codes, attempts: [], end: undefined }
    }
    if (!state) return state
    switch (type) {
      case 'CaseUpdated':
      case 'CaseReopened': {
        const { caseId: _, times, at, ...news } = data
        const { end, facts } = state
        const openedAt = type === 'CaseReopened' ? at : facts.openedAt
        const codes = new Map([...state.codes, [news.code, at]])
        return {
          ...state,
          facts: { ...facts, ...news, openedAt },
          times,
          updatedAt: at,
          codes,
          end: type === 'CaseReopened' ? undefined : end,
        }
      }
      case 'CaseAttempted':
        return { ...state, attempts: [...state.attempts, attemptIn(data)] }
      case 'CaseClosed': {
        const { outcome, refundId, reason, closedAt } = data
        return { ...state, end: { outcome, refundId, reason, closedAt } }
      }
    }
  },

  decide(command, state) {
    const { caseId } = command
    if (command.type === 'Open')
      return state ? happenedAgain(state, command) : [CaseOpened({ caseId, ...command.facts })]
    if (command.type === 'Settle') {
      if (!state || state.end || (command.dispute && isOlder(command.dispute, state.facts.dispute))) return []
      const { outcome, refundId, at, begunAt } = command
      if (begunAt && Date.parse(begunAt) <= Date.parse(state.updatedAt)) return []
      const reason = outcome === 'refunded' ? reasonGiven(state) : ''
      return [CaseClosed({ caseId, personId: personOf(state), outcome, refundId, reason, closedAt: at })]
    }
    if (!state) throw unknownCase()
    if (state.end) throw closedAlready()
    switch (command.type) {
      case 'NoteAttempt':
        return [CaseAttempted({ caseId, personId: personOf(state), ...command.attempt })]
      case 'Close': {
        const { outcome, refundId, reason, at } = command
        return [CaseClosed({ caseId, personId: personOf(state), outcome, refundId, reason, closedAt: at })]
      }
    }
  },
}

function happenedAgain(state: Case, { caseId, facts, times }: CaseCommand & { type: 'Open' }) {
  const { code, debugId, amountCents, dispute, openedAt: at } = facts
  const news = { caseId, code, debugId, amountCents, dispute, at }
  if (state.end && reopens(state, facts)) return [CaseReopened({ ...news, times })]
  if (state.end) return isNewer(state, facts) ? [CaseUpdated({ ...news, times: state.times })] : []
  return isNews(state, facts, times) ? [CaseUpdated({ ...news, times: state.times + times })] : []
}

const attemptIn = ({ act, code, reason, at }: Attempt): Attempt => ({ act, code, reason, at })

const reasonGiven = ({ attempts }: Case) =>
  attempts.findLast(({ act, reason }) => act === 'refund' && reason !== '')?.reason ?? ''

const personOf = ({ caseId, facts }: Case) => facts.customerId ?? caseId

export const unknownCase = () => new ShopError('NOT_FOUND', 'There is no such case')
export const closedAlready = () => new ShopError('CONFLICT', 'This case is closed already')
