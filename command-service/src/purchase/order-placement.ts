import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import { settleMatched, settleUnknownPayment } from '../case/cases.ts'
import { requirePaid } from '../checkout/checkout-state.ts'
import { releaseLapsed, reserve } from '../checkout/hold-stock.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { loadOrder } from '../order/load-order.ts'
import { orderDecider } from '../order/order-decider.ts'
import type { Order } from '../order/order-state.ts'
import { settleOrder } from '../order/settle-order.ts'
import { CASE_AFTER_MS, freePurchase, type Purchase, record } from './purchase.ts'

/** If a payment came after the hold had ended, reserves the pieces again. If they are sold out, requests a refund (decisions S3). */
export async function holdForLateMoney(purchase: Purchase): Promise<Purchase> {
  const { parts, metadata, checkout } = purchase
  if (checkout.status !== 'paid' || checkout.held) return purchase
  const after = await reserveAgain(purchase)
  await releaseLapsed(parts.commands, after.checkout, metadata)
  return after
}

async function reserveAgain(purchase: Purchase): Promise<Purchase> {
  try {
    await reserve(purchase.parts.commands, purchase.checkout, purchase.metadata)
    return await record(purchase, { type: 'HoldAgain' }, 'again')
  } catch (refusal) {
    if (!isShopError(refusal, 'OUT_OF_STOCK')) throw refusal
    const given = await record(purchase, { type: 'GiveUp', reason: refusal.message }, 'give up')
    await freePurchase(given)
    return given
  }
}

/** Repeated calls place the order only once. Throws CHECKOUT_NOT_PAID. */
export async function placeOrder(purchase: Purchase): Promise<Order> {
  const { parts, metadata, checkout } = await holdForLateMoney(purchase)
  const { commands } = parts
  requirePaid(checkout)
  const { checkoutId: orderId, customerId, items, totalCents, shippingAddress, country, paymentMethod } = checkout
  const { captureId, paidAt, sellerProtection } = checkout.payment
  const facts = {
    ...{
      orderId,
      customerId,
      items: [...items],
      totalCents,
      shippingAddress,
      country,
      paymentMethod,
      captureId,
      paidAt,
    },
    placedAt: commands.now().toISOString(),
    ...(sellerProtection && { sellerProtection }),
  }
  const once = onceOnly(metadata, 'place', orderId)
  const { state: placed } = await commands.ensure(orderDecider, orderStream(orderId), { type: 'Place', facts }, once)
  await settleOrder(commands, checkout, metadata)
  return placed && !placed.deleted ? placed : loadOrder(commands, orderId)
}

/** Like placeOrder, but an unpaid or refunded checkout causes no error. */
export async function placePaid(purchase: Purchase) {
  const held = await holdForLateMoney(purchase)
  if (held.checkout.status === 'paid') await placeOrder(held)
}

/**
 * Like placePaid, but also settles the case about the money, which is open if the provider reported the money very late, or before a
 * checkout claimed the payment.
 */
export async function placeMatched(purchase: Purchase) {
  const { parts, metadata, checkout } = purchase
  await placePaid(purchase)
  const { payment } = checkout
  if (!payment) return
  await settleMatched(parts.commands, payment.captureId, metadata)
  const ageMs = parts.commands.now().getTime() - Date.parse(checkout.startedAt)
  if (ageMs >= CASE_AFTER_MS) await settleUnknownPayment(parts.commands, payment.providerOrderId, metadata)
}
