import { isShopError, ShopError } from '@shop/language/errors'
import type { Checkout } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { isUnanswered } from '../payment/verify-payment.ts'
import { placeOrder } from './place-order.ts'
import { further, inPaymentTurn, loadPurchase, type Purchase, record } from './purchase.ts'
import { settleStarted } from './settle-started.ts'

type Asked = Readonly<{
  reason: string
  /**
   * Whether to release the pieces even if the buyer has begun to pay. A payment that is approved later gets the pieces again, or is
   * refunded (decisions S3).
   */
  evenIfBegun: boolean
}>

/**
 * Ends a checkout that waits for its payment, and releases its pieces (decisions K1). If the checkout is paid after all, it becomes an
 * order instead. Throws CONFLICT with the reason and advice, and PROVIDER_UNAVAILABLE while it is unknown whether money was taken.
 */
export async function releaseHold(purchase: Purchase, { reason, evenIfBegun }: Asked): Promise<Checkout> {
  const current = await withoutMoney(purchase, evenIfBegun)
  return inPaymentTurn(current, async () => {
    const { parts, metadata, checkout } = await loadPurchase(
      current.parts,
      current.checkout.checkoutId,
      current.metadata,
    )
    requireOpen(checkout, evenIfBegun)
    const abandon = { type: 'Abandon', reason, lapses: checkout.lapses } as const
    const after = await record({ parts, metadata, checkout }, abandon, 'release', String(checkout.lapses))
    await releaseLapsed(parts.commands, after.checkout, metadata)
    return after.checkout
  })
}

/** If a payment was approved or captured for the checkout, makes the checkout an order and throws. */
async function withoutMoney(purchase: Purchase, evenIfBegun: boolean): Promise<Purchase> {
  const { parts, metadata, checkout } = purchase
  requireOpen(checkout, evenIfBegun)
  if (checkout.providerOrderIds.length === 0) return purchase
  try {
    await placeOrder(await settleStarted(further(purchase, 'look before release')))
  } catch (refusal) {
    if (!isShopError(refusal) || isUnanswered(refusal)) throw refusal
    return loadPurchase(parts, checkout.checkoutId, metadata)
  }
  throw isOrderNow(checkout)
}

const isOrderNow = ({ checkoutId: orderId }: Checkout) =>
  new ShopError('CONFLICT', 'It has just been paid, and is an order now', { details: { orderId } })

function requireOpen(checkout: Checkout, evenIfBegun: boolean) {
  const { status, providerOrderIds } = checkout
  if (status === 'finalized') throw isOrderNow(checkout)
  if (status === 'pending')
    throw new ShopError('CONFLICT', 'The provider is still reviewing this payment: the pieces stay held until then')
  if (status !== 'open') throw new ShopError('CONFLICT', 'This checkout holds nothing that waits for a payment')
  if (providerOrderIds.length > 0 && !evenIfBegun)
    throw new ShopError(
      'CONFLICT',
      'The buyer has begun to pay. Release the pieces anyway (evenIfBegun), or wait until the hold ends',
    )
}
