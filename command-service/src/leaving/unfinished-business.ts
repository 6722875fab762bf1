import { ShopError } from '@shop/language/errors'
import { cartStream } from '@shop/language/events/cart-events'
import { checkoutStream } from '@shop/language/events/checkout-events'
import { orderStream } from '@shop/language/events/order-events'
import { cartDecider } from '../cart/cart-decider.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { idsOfRecent } from '../handler/recent-ids.ts'
import { orderDecider } from '../order/order-decider.ts'

/**
 * Throws CONFLICT while an order of a customer is not shipped, and PAYMENT_PENDING while a payment is (decisions C13), among the checkouts that
 * their cart remembers: the last hundred at least.
 */
export async function refuseUnfinished(commands: CommandHandler, customerId: string) {
  const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
  // An order has its checkout's id.
  for (const id of idsOfRecent(cart.checkouts)) {
    const { state: order } = await commands.load(orderDecider, orderStream(id))
    if (order && !order.deleted && order.status === 'Processing')
      throw new ShopError('CONFLICT', 'An order of yours is not shipped yet. Delete the account after that')
    const { state: checkout } = await commands.load(checkoutDecider, checkoutStream(id))
    if (checkout && isBeingPaid(checkout))
      throw new ShopError('PAYMENT_PENDING', 'A payment of yours is pending. Delete the account after that')
  }
}

const isBeingPaid = ({ status, providerOrderIds }: Checkout) =>
  status === 'pending' || status === 'paid' || (status === 'open' && providerOrderIds.length > 0)
