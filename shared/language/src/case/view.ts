import { toDecimal } from '../values/money.ts'
import type { Case } from './api.ts'
import type { CaseDocument } from './document.ts'
import type { Dispute } from './events.ts'
import { caseActs, isCollecting } from './kinds.ts'

type Shown = Omit<CaseDocument, 'standing' | 'tokens' | 'refundId'>

/** `name` is the customer's name. */
export function caseView(shown: Shown, name: string | undefined): Case {
  const { _id, kind, isOpen, openedAt, amountCents, code, attempts, dispute } = shown
  return {
    _id,
    kind,
    status: isOpen ? 'open' : 'closed',
    openedAt,
    amount: toDecimal(amountCents),
    code,
    acts: isOpen ? caseActs[kind] : [],
    attempts,
    ...(isCollecting(kind) && { times: shown.times, lastSeenAt: shown.updatedAt }),
    ...(name !== undefined && { user: { name } }),
    ...known({
      checkoutId: shown.checkoutId,
      orderId: shown.orderId,
      paymentId: shown.providerOrderId,
      captureId: shown.captureId,
      disputeId: shown.disputeId,
      debugId: shown.debugId,
      // The name of this person cannot be read, so the id must identify them.
      personId: kind === 'person-unreadable' ? shown.customerId : null,
      dispute: dispute && disputeView(dispute),
      lastAttempt: shown.lastAttempt,
      closedAt: shown.closedAt,
      outcome: shown.outcome,
      reason: shown.reason || null,
    }),
  }
}

const disputeView = ({ status, stage, dueAt, outcome }: Dispute) => known({ status, stage, dueAt, outcome })

type Known<Facts> = { [Name in keyof Facts]?: NonNullable<Facts[Name]> }

const known = <Facts extends Readonly<Record<string, unknown>>>(facts: Facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null)) as Known<Facts>
