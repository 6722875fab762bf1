import type { Dispute } from '@shop/language/events/case-events'
import type { Signal } from '@shop/language/events/signal-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { openCase, settleCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import type { CommandHandler } from '../handler/command-handler.ts'

const RESOLVED = 'CUSTOMER.DISPUTE.RESOLVED'
/** Outcomes after which the money is the buyer's. */
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

/** A dispute is a case for as long as it lasts: what the provider says of it is what the case says. */
export async function followDispute(
  commands: CommandHandler,
  { disputeId, captureId, amountCents, code, what, dispute }: Signal & Readonly<{ disputeId: string }>,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
) {
  const subject = { kind: 'dispute', disputeId } as const
  const about = {
    ...subject,
    ...(checkout && { checkoutId: checkout.checkoutId, customerId: checkout.customerId }),
    ...(captureId && { captureId }),
    ...(dispute && { dispute }),
  }
  await openCase(commands, { ...about, amountCents: amountCents ?? 0, code: code ?? what }, metadata)
  // The end may be reported first: what comes later finds the case closed. Or last, after the dispute was taken up again: then it is old news.
  if (isResolved(what, dispute)) {
    const outcome = LOST.includes(dispute?.outcome ?? '') ? 'lost' : 'settled'
    await settleCase(commands, subject, { outcome, dispute }, metadata)
  }
}

const isResolved = (what: string, dispute: Dispute | null) => what === RESOLVED || dispute?.status === 'RESOLVED'
