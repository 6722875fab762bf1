import { returnBought } from '../cart/bought-pieces.ts'
import type { Refusal } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { type Purchase, record } from './purchase.ts'

/** Records that the provider refuses a payment; if money was pending, the pieces go back to stock and cart. */
export async function recordRefusal(purchase: Purchase, providerOrderId: string, { code, final }: Refusal) {
  const refusal = { type: 'NoteRefusal', providerOrderId, code, final } as const
  await returnRefused(await record(purchase, refusal, 'refused', providerOrderId, code))
}

/** Returns the pieces of a purchase whose pending payment was refused to stock and cart; does nothing for any other. */
export async function returnRefused({ parts, metadata, checkout }: Purchase) {
  if (checkout.status !== 'refused') return
  await releaseLapsed(parts.commands, checkout, metadata)
  await returnBought(parts.commands, checkout, metadata)
}
