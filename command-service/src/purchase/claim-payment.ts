import { isShopError } from '@shop/language/errors'
import { claim, ownerOf } from '../claim/claims.ts'
import type { ProviderOrder } from '../payment/payment-provider.ts'
import { notVerified } from '../payment/verify-payment.ts'
import { type Purchase, record } from './purchase.ts'

/**
 * Claims a provider order for this purchase permanently, and records it as a begun payment. The shop or a browser may have created the
 * order. A repeat changes nothing, and a payment that the checkout has begun already needs no further claim. Throws PAYMENT_NOT_VERIFIED if
 * another checkout has claimed the order.
 */
export async function beginPayment(purchase: Purchase, providerOrderId: string): Promise<Purchase> {
  if (purchase.checkout.providerOrderIds.includes(providerOrderId)) return purchase
  await claimFor(purchase, 'provider-order', providerOrderId)
  return record(purchase, { type: 'StartPayment', providerOrderId }, 'begin', providerOrderId)
}

/** Claims a capture for this purchase permanently. Throws PAYMENT_NOT_VERIFIED if another checkout has claimed it. */
export const claimCapture = (purchase: Purchase, captureId: string) => claimFor(purchase, 'capture', captureId)

/** Refuses a payment that another checkout has claimed, before anything is written. This is an early check; later the claims decide. */
export async function refuseUsedElsewhere({ parts, checkout }: Purchase, order: ProviderOrder) {
  const captures = order.captures.map(({ id }) => ['capture', id] as const)
  const isBegun = checkout.providerOrderIds.includes(order.id)
  const unsure = isBegun ? captures : [['provider-order', order.id] as const, ...captures]
  for (const [kind, key] of unsure)
    if (![undefined, checkout.checkoutId].includes(await ownerOf(parts.commands, kind, key))) throw usedElsewhere()
}

async function claimFor({ parts, metadata, checkout }: Purchase, kind: 'provider-order' | 'capture', key: string) {
  try {
    await claim(parts.commands, { kind, key, ownerId: checkout.checkoutId }, async () => true, metadata)
  } catch (error) {
    throw isShopError(error, 'CONFLICT') ? usedElsewhere(error) : error
  }
}

const usedElsewhere = (cause?: unknown) => notVerified('This payment was used for another checkout', { cause })
