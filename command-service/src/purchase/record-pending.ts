import type { CartItem } from '@shop/language/events/cart-events'
import { cartStream } from '@shop/language/events/cart-events'
import { cartDecider } from '../cart/cart-decider.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import type { Capture } from '../payment/payment-provider.ts'
import { beginPayment, claimCapture } from './claim-payment.ts'
import { completeHold } from './complete-hold.ts'
import { type Purchase, record } from './purchase.ts'

/** How long the pieces of a pending payment are held (decisions S1). */
const PENDING_HOLD_MS = 72 * 60 * 60_000

/**
 * Records money that the provider has taken and still looks at: the pieces stay held and leave the cart, and nobody is
 * asked to pay again (decisions S7).
 */
export async function recordPending(purchase: Purchase, providerOrderId: string, capture: Capture): Promise<Purchase> {
  const begun = await beginPayment(purchase, providerOrderId)
  await claimCapture(begun, capture.id)
  const held = await completeHold(begun)
  const now = begun.parts.commands.now()
  const pending = await record(
    held.purchase,
    {
      type: 'NotePending',
      providerOrderId,
      captureId: capture.id,
      amountCents: capture.amountCents,
      at: now.toISOString(),
      holdUntil: new Date(now.getTime() + PENDING_HOLD_MS).toISOString(),
      heldLapses: held.lapses,
    },
    'pending',
    capture.id,
  )
  if (pending.checkout.status === 'pending') await leaveCart(pending)
  return pending
}

/** Records that the provider refuses a payment; if money was pending, the pieces go back to stock and cart. */
export async function recordRefusal(
  purchase: Purchase,
  providerOrderId: string,
  { code, final }: Readonly<{ code: string; final: boolean }>,
): Promise<Purchase> {
  const refused = await record(
    purchase,
    { type: 'NoteRefusal', providerOrderId, code, final },
    'refused',
    providerOrderId,
    code,
  )
  await returnRefused(refused)
  return refused
}

/** Returns the pieces of a purchase whose pending payment was refused to stock and cart; does nothing for any other. */
export async function returnRefused({ parts, metadata, checkout }: Purchase) {
  if (checkout.status !== 'refused') return
  const { checkoutId: orderId, customerId: ownerId } = checkout
  await releaseLapsed(parts.commands, checkout, metadata)
  const items = checkout.items.map(({ sku: _, ...item }): CartItem => item)
  const command = { type: 'ReturnPurchase', ownerId, orderId, items } as const
  await parts.commands.ensure(cartDecider, cartStream(ownerId), command, onceOnly(metadata, 'not bought', orderId))
}

async function leaveCart({ parts, metadata, checkout }: Purchase) {
  const { checkoutId: orderId, customerId: ownerId, items: lines } = checkout
  const remove = { type: 'RemovePurchase', ownerId, orderId, lines } as const
  await parts.commands.ensure(cartDecider, cartStream(ownerId), remove, onceOnly(metadata, 'bought', orderId))
}
