import { removeBought } from '../cart/bought-pieces.ts'
import type { Capture } from '../payment/payment-provider.ts'
import { beginPayment, claimCapture } from './claim-payment.ts'
import { completeHold } from './complete-hold.ts'
import { type Purchase, record } from './purchase.ts'

/** The pieces of a pending payment are held for this long (decisions S1). */
export const PENDING_HOLD_MS = 72 * 60 * 60_000

/**
 * Records money that the provider has taken and still reviews. The pieces stay held and leave the cart, so that the buyer does not pay for
 * them again (decisions S7: pending money).
 */
export async function recordPending(purchase: Purchase, providerOrderId: string, capture: Capture): Promise<Purchase> {
  const { parts } = purchase
  const { id: captureId, amountCents, reason = null } = capture
  const begun = await beginPayment(purchase, providerOrderId)
  await claimCapture(begun, captureId)
  const { purchase: held, lapses: heldLapses } = await completeHold(begun)
  const now = parts.commands.now()
  const at = now.toISOString()
  const holdUntil = new Date(now.getTime() + PENDING_HOLD_MS).toISOString()
  const money = { providerOrderId, captureId, amountCents, at }
  const pending = await record(
    held,
    { type: 'NotePending', ...money, holdUntil, heldLapses, reason },
    'pending',
    captureId,
  )
  if (pending.checkout.status === 'pending') await removeBought(parts.commands, pending.checkout, pending.metadata)
  return pending
}
