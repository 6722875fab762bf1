import { holdStock, unlessSoldOut } from '../checkout/hold-stock.ts'
import type { Purchase } from './purchase.ts'

type Held = Readonly<{
  purchase: Purchase
  /** The number of the hold that is complete. Undefined if no pieces are held. */
  lapses: number | undefined
}>

/**
 * Completes the hold of a purchase that has money. This is needed if a request died and left an open checkout with only some of its pieces
 * reserved. If the other pieces are sold out, the money comes too late (decisions S3).
 */
export async function completeHold(purchase: Purchase): Promise<Held> {
  const checkout = await holdStock(purchase.parts.commands, purchase.checkout, purchase.metadata).catch(unlessSoldOut)
  if (!checkout) return { purchase, lapses: undefined }
  const isHeld = checkout.status === 'open' || (checkout.status === 'pending' && checkout.held)
  return { purchase: { ...purchase, checkout }, lapses: isHeld ? checkout.lapses : undefined }
}
