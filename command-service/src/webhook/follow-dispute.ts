import type { Dispute } from '@shop/language/case/events'
import type { Signal } from '@shop/language/checkout/signal-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { caseAbout, openCase, settleCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { endReversals, isLost, missingCents } from '../order/end-reversals.ts'
import { loadAnyOrder } from '../order/load-order.ts'
import { noteLookedUp } from '../order/note-provider-refund.ts'
import type { Parts } from '../parts.ts'
import { isOurs } from './follow-refund.ts'

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
  if (!checkout) return undefined
  await endReversals(parts, checkout.checkoutId, metadata)
  return isLost(signal) && checkout.status === 'finalized' ? followLost(parts, signal, checkout, metadata) : undefined
}

const isResolved = (what: string, dispute: Dispute | null) => what === RESOLVED || dispute?.status === 'RESOLVED'

/** The webhook about the buyer's money may come later than the webhook about the dispute. */
const MONEY_MS = 10 * 60_000

/** Opens a case if the shop has lost a dispute, but its books still have money that was disputed. */
async function followLost(
  parts: Parts,
  signal: Signal & Readonly<{ disputeId: string }>,
  { checkoutId: orderId, customerId }: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { disputeId, receivedAt, currency } = signal
  const ageMs = parts.commands.now().getTime() - Date.parse(receivedAt)
  if (ageMs < MONEY_MS) return { againInMs: MONEY_MS - ageMs }
  const newest = await caseAbout(parts.commands, { kind: 'dispute', disputeId })
  if (!newest || !isLost(newest.facts)) return undefined
  await noteLookedUp(parts, orderId, metadata)
  const { facts, ...order } = await loadAnyOrder(parts.commands, orderId)
  const amountCents = missingCents(order, signal)
  if (amountCents <= 0 || !isOurs(currency) || signal.captureId !== facts.captureId) return undefined
  const about = { kind: 'refund-at-provider', disputeId, orderId, customerId, captureId: facts.captureId } as const
  await openCase(parts.commands, { ...about, amountCents, code: 'DISPUTE_LOST' }, metadata)
  return undefined
}
