import type { Dispute } from '@shop/language/case/events'
import { DISPUTE_WON, isCollecting } from '@shop/language/case/kinds'
import type { Case, CaseFacts } from './case-state.ts'

/** A case records a repeat with an unchanged reason at most once an hour. A collecting case also records that its count has doubled. */
const SAME_MS = 60 * 60_000

/** Whether an open case must record `times` repeats. */
export function isNews(open: Case, facts: CaseFacts, times: number): boolean {
  if (isOlder(facts.dispute, open.facts.dispute)) return false
  // A newer report is recorded even if it changes nothing, so that a late older report is recognized as old.
  if (isNewer(open, facts)) return true
  const codeSeenAt = open.codes.get(facts.code)
  const isQuiet = codeSeenAt === undefined || Date.parse(facts.openedAt) - Date.parse(codeSeenAt) >= SAME_MS
  if (isCollecting(facts.kind)) return isQuiet || times >= open.times
  const isSame = facts.code === open.facts.code && facts.amountCents === open.facts.amountCents
  if (!isSame || !isSameDispute(facts.dispute, open.facts.dispute)) return true
  return isQuiet && facts.debugId !== open.facts.debugId
}

/**
 * A collecting case always reopens. The case of a dispute reopens for a newer report that says something else, and the case of a lost
 * dispute if its money is missing again. The case of a reversal reopens once, if a dispute was won. After an admin has closed the case, only
 * an unresolved dispute reopens it.
 */
export function reopens({ facts: known, codes, end }: Case, { kind, code, dispute }: CaseFacts): boolean {
  if (isCollecting(kind)) return true
  if (code === DISPUTE_WON) return !codes.has(code)
  const isOver = kind === 'dispute-lost' || dispute?.status === 'RESOLVED'
  if (isOver && end?.outcome === 'closed') return false
  if (kind === 'dispute-lost') return true
  return dispute !== null && !isOlder(dispute, known.dispute) && !isSameDispute(dispute, known.dispute)
}

export const isNewer = ({ facts: known }: Case, { dispute }: CaseFacts) => isOlder(known.dispute, dispute)

/** Compares the times in the reports, because webhooks arrive in any order. */
export const isOlder = (dispute: Dispute | null, known: Dispute | null) =>
  (dispute?.changedAt ?? '') < (known?.changedAt ?? '')

const isSameDispute = (one: Dispute | null, other: Dispute | null) =>
  one?.status === other?.status &&
  one?.stage === other?.stage &&
  one?.dueAt === other?.dueAt &&
  one?.outcome === other?.outcome
