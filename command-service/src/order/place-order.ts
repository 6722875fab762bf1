import { cartStream } from '@shop/language/events/cart-events'
import { checkoutStream } from '@shop/language/events/checkout-events'
import { orderStream } from '@shop/language/events/order-events'
import { stockStream } from '@shop/language/events/stock-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { cartDecider } from '../cart/cart-decider.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { requirePaid } from '../checkout/checkout-state.ts'
import { holdForLateMoney, holdIdOf, quantitiesByProduct } from '../checkout/hold-stock.ts'
import { recallCheckout } from '../checkout/load-checkout.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { type Order, orderDecider, unknownOrder } from './order-decider.ts'

/** Places the one order of a paid checkout, once, however often it is called. Throws CHECKOUT_NOT_PAID. */
export async function placeOrder(commands: CommandHandler, checkoutId: string, metadata: CommandMetadata) {
  const checkout = await holdForLateMoney(commands, checkoutId, metadata)
  requirePaid(checkout)
  const facts = {
    orderId: checkoutId,
    customerId: checkout.customerId,
    items: [...checkout.items],
    totalCents: checkout.totalCents,
    shippingAddress: checkout.shippingAddress,
    paymentMethod: checkout.paymentMethod,
    captureId: checkout.payment.captureId,
    paidAt: checkout.payment.paidAt,
    placedAt: commands.now().toISOString(),
  }
  const once = onceOnly(metadata, 'place', checkoutId)
  const { state: placed } = await commands.ensure(orderDecider, orderStream(checkoutId), { type: 'Place', facts }, once)
  await settleOrder(commands, checkoutId, metadata)
  return placed && !placed.deleted ? placed : loadOrder(commands, checkoutId)
}

/** As placeOrder, for the process manager: a payment that was refunded instead needs no order. */
export async function placePaid(commands: CommandHandler, checkoutId: string, metadata: CommandMetadata) {
  const { status } = await holdForLateMoney(commands, checkoutId, metadata)
  if (status === 'paid') await placeOrder(commands, checkoutId, metadata)
}

/** What follows from a placed order: its pieces leave stock and cart, and the checkout is completed. */
export async function settleOrder(commands: CommandHandler, orderId: string, metadata: CommandMetadata) {
  const checkout = await recallCheckout(commands, orderId)
  if (checkout.status === 'finalized') return
  const checkoutId = holdIdOf(checkout)
  for (const productId of quantitiesByProduct(checkout.items).keys()) {
    const take = { type: 'Take', productId, checkoutId } as const
    await commands.ensure(stockDecider, stockStream(productId), take, onceOnly(metadata, 'take', checkoutId, productId))
  }
  const { customerId: ownerId, items: lines } = checkout
  const remove = { type: 'RemovePurchase', ownerId, orderId, lines } as const
  await commands.ensure(cartDecider, cartStream(ownerId), remove, onceOnly(metadata, 'bought', orderId))
  const finalize = { type: 'Finalize', checkoutId: orderId, orderId } as const
  await commands.ensure(checkoutDecider, checkoutStream(orderId), finalize, onceOnly(metadata, 'finalize', orderId))
}

/** Loads an order. Throws NOT_FOUND for an unknown or deleted one. */
export async function loadOrder(commands: CommandHandler, orderId: string): Promise<Order> {
  const { state } = await commands.load(orderDecider, orderStream(orderId))
  if (!state || state.deleted) throw unknownOrder()
  return state
}
