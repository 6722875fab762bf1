import { isCollecting } from '@shop/language/api/case-kinds'
import type { Dispute } from '@shop/language/events/case-events'
import type { Case, CaseFacts } from './case-state.ts'

/** However often something happens, a case records the same reason once an hour, and whenever its count has doubled. */
const SAME_MS = 60 * 60_000

/** Whether what happened `times` times again changes an open case. */
export function isNews(open: Case, facts: CaseFacts, times: number): boolean {
  if (isOlder(facts.dispute, open.facts.dispute)) return false
  // Also where it says the same: a report from between is old news then.
  if (isNewer(open, facts)) return true
  const codeSeenAt = open.codes.get(facts.code)
  const isQuiet = codeSeenAt === undefined || Date.parse(facts.openedAt) - Date.parse(codeSeenAt) >= SAME_MS
  if (isCollecting(facts.kind)) return isQuiet || times >= open.times
  const isSame = facts.code === open.facts.code && facts.amountCents === open.facts.amountCents
  if (!isSame || !isSameDispute(facts.dispute, open.facts.dispute)) return true
  return isQuiet && facts.debugId !== open.facts.debugId
}

/** Whether a closed case is open again: every further time of a collecting kind, and a dispute that goes on. */
export function reopens({ facts: known }: Case, { kind, dispute }: CaseFacts): boolean {
  if (isCollecting(kind)) return true
  if (!dispute || dispute.status === 'RESOLVED' || isOlder(dispute, known.dispute)) return false
  return !isSameDispute(dispute, known.dispute)
}

/** Whether a report of a dispute whose case stays closed is newer than what is known: one from before changes nothing any more. */
export const isNewer = ({ facts: known }: Case, { dispute }: CaseFacts) => isOlder(known.dispute, dispute)

/** Webhooks come in any order. */
export const isOlder = (dispute: Dispute | null, known: Dispute | null) =>
  (dispute?.changedAt ?? '') < (known?.changedAt ?? '')

const isSameDispute = (one: Dispute | null, other: Dispute | null) =>
  one?.status === other?.status &&
  one?.stage === other?.stage &&
  one?.dueAt === other?.dueAt &&
  one?.outcome === other?.outcome
