import { caseActs } from '../api/case-kinds.ts'
import type { Case } from '../api/cases.ts'
import { toDecimal } from '../api/money.ts'
import type { CaseDocument } from '../read-models/cases.ts'

type Shown = Omit<CaseDocument, 'standing' | 'tokens' | 'customerId'>

/** A case as an admin sees it; `name` is its customer's. */
export function caseView(shown: Shown, name: string | undefined): Case {
  const { _id, kind, isOpen, openedAt, amountCents, code, attempts } = shown
  return {
    _id,
    kind,
    status: isOpen ? 'open' : 'closed',
    openedAt,
    amount: toDecimal(amountCents),
    code,
    acts: isOpen ? caseActs[kind] : [],
    attempts,
    ...(name !== undefined && { user: { name } }),
    ...known({
      checkoutId: shown.checkoutId,
      orderId: shown.orderId,
      paymentId: shown.providerOrderId,
      captureId: shown.captureId,
      disputeId: shown.disputeId,
      lastAttempt: shown.lastAttempt,
      closedAt: shown.closedAt,
      outcome: shown.outcome,
      reason: shown.reason || null,
    }),
  }
}

type Known<Facts> = { [Name in keyof Facts]?: NonNullable<Facts[Name]> }

/** The facts that are not null. */
const known = <Facts extends Readonly<Record<string, unknown>>>(facts: Facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null)) as Known<Facts>
