import type { CaseKind } from '@shop/language/api/case-kinds'
import { ShopError } from '@shop/language/errors'
import { CaseAttempted, CaseClosed, type CaseEvent, CaseOpened } from '@shop/language/events/case-events'
import type { Decider } from '../handler/decider.ts'

type Facts = Omit<ReturnType<typeof CaseOpened>['data'], 'caseId' | 'kind'> & { kind: CaseKind }
type Attempt = Readonly<{ act: 'retry' | 'refund'; code: string; at: string }>
type End = Readonly<{
  outcome: 'refunded' | 'settled' | 'closed'
  refundId: string | null
  reason: string | null
  closedAt: string
}>

export type Case = Readonly<{
  caseId: string
  facts: Facts
  attempts: readonly Attempt[]
  end: End | undefined
}>

export type CaseCommand = { caseId: string } & (
  | { type: 'Open'; facts: Facts }
  /** What an admin tried was refused again. */
  | { type: 'NoteAttempt'; attempt: Attempt }
  /** By an admin, who says why. */
  | { type: 'Close'; reason: string; at: string; outcome: 'refunded' | 'closed'; refundId: string | null }
  /** It came right: by an admin's retry, or by itself. */
  | { type: 'Settle'; outcome: 'refunded' | 'settled'; refundId: string | null; at: string }
)

export const caseDecider: Decider<Case | undefined, CaseCommand, CaseEvent> = {
  initialState: undefined,

  begins: ({ type }) => type === 'Open',
  isGuarded: ({ type }) => type === 'Open' || type === 'Settle',

  evolve(state, { type, data }) {
    if (type === 'CaseOpened') {
      const { caseId, kind, ...facts } = data
      return { caseId, facts: { ...facts, kind: kind as CaseKind }, attempts: [], end: undefined }
    }
    if (!state) return state
    switch (type) {
      case 'CaseAttempted':
        return { ...state, attempts: [...state.attempts, { act: data.act, code: data.code, at: data.at }] }
      case 'CaseClosed': {
        const { outcome, refundId, reason, closedAt } = data
        return { ...state, end: { outcome, refundId, reason, closedAt } }
      }
    }
  },

  decide(command, state) {
    const { caseId } = command
    if (command.type === 'Open') return state ? [] : [CaseOpened({ caseId, ...command.facts })]
    if (command.type === 'Settle') {
      if (!state || state.end) return []
      const { outcome, refundId, at } = command
      return [CaseClosed({ caseId, personId: personOf(state), outcome, refundId, reason: '', closedAt: at })]
    }
    if (!state) throw unknownCase()
    if (state.end) throw closedAlready()
    switch (command.type) {
      case 'NoteAttempt':
        return [CaseAttempted({ caseId, ...command.attempt })]
      case 'Close': {
        const { outcome, refundId, reason, at } = command
        return [CaseClosed({ caseId, personId: personOf(state), outcome, refundId, reason, closedAt: at })]
      }
    }
  },
}

const personOf = ({ caseId, facts }: Case) => facts.customerId ?? caseId

export const unknownCase = () => new ShopError('NOT_FOUND', 'There is no such case')
export const closedAlready = () => new ShopError('CONFLICT', 'This case is closed already')
