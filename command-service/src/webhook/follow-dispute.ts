import type { Dispute } from '@shop/language/case/events'
import type { Signal } from '@shop/language/checkout/signal-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { endReversals } from '../order/end-reversals.ts'
import { isLost, MONEY_MS } from '../order/lost-disputes.ts'
import { noteLookedUp } from '../order/note-provider-refund.ts'
import type { Parts } from '../parts.ts'

const RESOLVED = 'CUSTOMER.DISPUTE.RESOLVED'

export async function followDispute(
  parts: Parts,
  signal: Signal & Readonly<{ disputeId: string }>,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { commands } = parts
  const { disputeId, captureId, amountCents, code, what, dispute } = signal
  const subject = { kind: 'dispute', disputeId } as const
  const about = {
    ...subject,
    ...(checkout && { checkoutId: checkout.checkoutId, customerId: checkout.customerId }),
    ...(captureId && { captureId }),
    ...(dispute && { dispute }),
  }
  await openCase(commands, { ...about, amountCents: amountCents ?? 0, code: code ?? what }, metadata)
  // Reports arrive in any order. The case ignores a report that is older than the newest report.
  if (!isResolved(what, dispute)) return undefined
  await settleCase(commands, subject, { outcome: isLost(signal) ? 'lost' : 'settled', dispute }, metadata)
  await endReversals(parts, signal, checkout, metadata)
  return isLost(signal) && checkout?.status === 'finalized' ? followLost(parts, signal, checkout, metadata) : undefined
}

const isResolved = (what: string, dispute: Dispute | null) => what === RESOLVED || dispute?.status === 'RESOLVED'

/** Waits for the webhook about the buyer's money, looks the money up, and then opens a case if it is still in the order's books. */
async function followLost(
  parts: Parts,
  signal: Signal & Readonly<{ disputeId: string }>,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const ageMs = parts.commands.now().getTime() - Date.parse(signal.receivedAt)
  if (ageMs < MONEY_MS) return { againInMs: MONEY_MS - ageMs }
  await noteLookedUp(parts, checkout.checkoutId, metadata)
  await endReversals(parts, signal, checkout, metadata)
  return undefined
}
