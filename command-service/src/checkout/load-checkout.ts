import type { Checkout as CheckoutView } from '@shop/language/checkout/api'
import { checkoutStream } from '@shop/language/checkout/events'
import { ShopError } from '@shop/language/errors'
import { addressView, discountView, itemView } from '@shop/language/order/view'
import { toDecimal } from '@shop/language/values/money'
import type { CommandHandler } from '../handler/command-handler.ts'
import { checkoutDecider } from './checkout-decider.ts'
import type { Checkout } from './checkout-state.ts'

/** Throws NOT_FOUND if the checkout is unknown or does not belong to `customerId`. */
export async function loadCheckout(
  commands: CommandHandler,
  checkoutId: string,
  customerId?: string,
): Promise<Checkout> {
  const { state } = await commands.load(checkoutDecider, checkoutStream(checkoutId))
  if (!state || (customerId !== undefined && state.customerId !== customerId)) throw unknownCheckout()
  return state
}

/**
 * Like `loadCheckout`, but a state that holds pieces may be up to a second out of date. Use this function only before an append that
 * conflicts if the checkout has changed.
 */
export async function recallCheckout(
  commands: CommandHandler,
  checkoutId: string,
  customerId?: string,
): Promise<Checkout> {
  const { state } = await commands.fact(checkoutDecider, checkoutStream(checkoutId))
  const isCurrent = state?.held && (customerId === undefined || state.customerId === customerId)
  return isCurrent ? state : loadCheckout(commands, checkoutId, customerId)
}

export const unknownCheckout = () => new ShopError('NOT_FOUND', 'There is no such checkout')

export function checkoutView(checkout: Checkout): CheckoutView {
  const items = checkout.items.map(itemView)
  return {
    _id: checkout.checkoutId,
    createdAt: checkout.startedAt,
    expiresAt: checkout.expiresAt,
    status: checkout.status,
    checkoutItems: items,
    orderItems: items,
    shippingAddress: addressView(checkout.shippingAddress),
    shippingMethod: 'Free',
    paymentMethod: checkout.paymentMethod,
    ...discountView(checkout),
    total: toDecimal(checkout.totalCents),
    totalPrice: toDecimal(checkout.totalCents),
    isPaid: checkout.payment !== undefined && checkout.status !== 'refunded',
    isFinalized: checkout.status === 'finalized',
  }
}
