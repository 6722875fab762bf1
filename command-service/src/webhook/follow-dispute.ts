import type { Dispute } from '@shop/language/case/events'
import type { Signal } from '@shop/language/checkout/signal-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { openCase, settleCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import type { Parts } from '../parts.ts'
import { endReversals } from '../purchase/end-reversals.ts'

const RESOLVED = 'CUSTOMER.DISPUTE.RESOLVED'
/** Outcomes after which the buyer has the money. */
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

export async function followDispute(
  parts: Parts,
  { disputeId, captureId, amountCents, code, what, dispute }: Signal & Readonly<{ disputeId: string }>,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
) {
  const { commands } = parts
  const subject = { kind: 'dispute', disputeId } as const
  const about = {
    ...subject,
    ...(checkout && { checkoutId: checkout.checkoutId, customerId: checkout.customerId }),
    ...(captureId && { captureId }),
    ...(dispute && { dispute }),
  }
  await openCase(commands, { ...about, amountCents: amountCents ?? 0, code: code ?? what }, metadata)
  // Reports arrive in any order. The case ignores a report that is older than the newest report.
  if (isResolved(what, dispute)) {
    const outcome = LOST.includes(dispute?.outcome ?? '') ? 'lost' : 'settled'
    await settleCase(commands, subject, { outcome, dispute }, metadata)
    if (checkout) await endReversals(parts, checkout.checkoutId, metadata)
  }
}

const isResolved = (what: string, dispute: Dispute | null) => what === RESOLVED || dispute?.status === 'RESOLVED'
