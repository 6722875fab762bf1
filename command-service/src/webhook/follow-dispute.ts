import type { Signal } from '@shop/language/checkout/signal-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { isLost, isResolved } from '../order/dispute-outcomes.ts'
import { endReversals } from '../order/end-reversals.ts'
import { orderIfPlaced } from '../order/load-order.ts'
import { noteLookedUp } from '../order/note-provider-refund.ts'
import type { Parts } from '../parts.ts'

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
  if (!isResolved(signal)) return undefined
  await settleCase(commands, subject, { outcome: isLost(signal) ? 'lost' : 'settled', dispute }, metadata)
  if (isLost(signal) && checkout) return followMoney(parts, signal, checkout, metadata)
  await endReversals(parts, signal, checkout, metadata)
  return undefined
}

/** The webhook about the buyer's money may come later than the webhook about the dispute. */
const MONEY_MS = 10 * 60_000

/** Waits for the webhook about a lost dispute's money, then looks the payment up. Opens a case if the books still have the money. */
async function followMoney(
  parts: Parts,
  signal: Signal,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const againInMs = MONEY_MS - (parts.commands.now().getTime() - Date.parse(signal.receivedAt))
  const mayOpen = againInMs <= 0
  if (mayOpen && (await orderIfPlaced(parts.commands, checkout.checkoutId)))
    await noteLookedUp(parts, checkout.checkoutId, metadata)
  await endReversals(parts, signal, checkout, metadata, { mayOpen })
  return mayOpen ? undefined : { againInMs }
}
