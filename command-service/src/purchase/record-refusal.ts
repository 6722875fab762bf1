import { returnBought } from '../cart/bought-pieces.ts'
import type { Refusal } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { type Purchase, record } from './purchase.ts'

/**
 * Records that the provider has not taken a payment. If money was pending, the pieces return to stock and cart. `attempt` is the number of
 * the capture that the provider answered; it is undefined for a look-up.
 */
export async function recordRefusal(
  purchase: Purchase,
  providerOrderId: string,
  { code, final, meaning }: Omit<Refusal, 'at'>,
  attempt?: number,
) {
  const at = purchase.parts.commands.now().toISOString()
  const refusal = { type: 'NoteRefusal', providerOrderId, code, final, meaning, at, attempt } as const
  const words = attempt === undefined ? [] : [String(attempt)]
  await returnRefused(await record(purchase, refusal, 'refused', providerOrderId, code, ...words))
}

/** If the pending payment of a purchase was refused, returns its pieces to stock and cart. Does nothing for any other purchase. */
export async function returnRefused({ parts, metadata, checkout }: Purchase) {
  if (checkout.status !== 'refused') return
  await releaseLapsed(parts.commands, checkout, metadata)
  await returnBought(parts.commands, checkout, metadata)
}
