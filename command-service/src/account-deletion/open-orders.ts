import { cartStream } from '@shop/language/cart/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { moneyMayCome } from '@shop/language/checkout/money-may-come'
import { ShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import { isToShip } from '@shop/language/order/lines'
import { isOnItsWay } from '@shop/language/order/pieces'
import { cartDecider } from '../cart/cart-decider.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { idsOfRecent } from '../handler/recent-ids.ts'
import { orderDecider } from '../order/order-decider.ts'
import { isDecided } from '../purchase/unknown-payment.ts'

/**
 * Throws CONFLICT while an order of the customer is not shipped, and PAYMENT_PENDING while a payment or refund is under way (decisions C13).
 */
export async function checkOwnDeletion(commands: CommandHandler, customerId: string) {
  const { unshipped, underWay } = await openOrdersOf(commands, customerId)
  if (unshipped.length > 0)
    throw new ShopError(
      'CONFLICT',
      'One of your orders is not shipped yet. You can delete your account after it is shipped',
    )
  if (underWay.length > 0)
    throw new ShopError(
      'PAYMENT_PENDING',
      'One of your payments or refunds is not finished yet. You can delete your account after it is finished',
    )
}

/** Throws CONFLICT with the ids of orders that are not shipped, or whose payment or refund is under way (decisions C13b). */
export async function checkDeletionByAdmin(commands: CommandHandler, customerId: string) {
  const { unshipped, underWay } = await openOrdersOf(commands, customerId)
  const ids = [...new Set([...unshipped, ...underWay])]
  if (ids.length === 0) return
  const named = ids.map((id) => `#${id.slice(0, SHOWN)}`).join(', ')
  const message = `This customer has orders that are not shipped, or whose payment or refund is pending: ${named}. Ship or cancel unshipped orders, and wait for pending payments and refunds`
  throw new ShopError('CONFLICT', message, { details: { orders: ids } })
}

const SHOWN = 8

/** Searches only recent checkouts: the cart's state has at least the last hundred. */
async function openOrdersOf(commands: CommandHandler, customerId: string) {
  const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
  const unshipped: string[] = []
  const underWay: string[] = []
  for (const id of idsOfRecent(cart.checkouts)) {
    const { state: order } = await commands.load(orderDecider, orderStream(id))
    if (order && !order.deleted && isToShip(order)) unshipped.push(id)
    const { state: checkout } = await commands.load(checkoutDecider, checkoutStream(id))
    const hasMoneyUnderWay = checkout && (isBeingPaid(checkout, commands.now().getTime()) || isBeingRefunded(checkout))
    if (hasMoneyUnderWay || order?.refunds.some(isOnItsWay)) underWay.push(id)
  }
  return { unshipped, underWay }
}

/** A begun payment can still be approved for hours after its checkout has ended. */
function isBeingPaid(checkout: Checkout, nowMs: number) {
  const { status, payment, providerOrderIds, expiresAt } = checkout
  if (status === 'pending' || status === 'paid') return true
  if (payment || !moneyMayCome(expiresAt, nowMs)) return false
  return providerOrderIds.some((id) => !isDecided(checkout, id))
}

const isBeingRefunded = ({ refunds }: Checkout) =>
  [...refunds.values()].some(({ refundId, isRefused }) => !refundId && !isRefused)
