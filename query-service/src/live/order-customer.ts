import { checkoutStream } from '@shop/language/checkout/events'
import { orderStream } from '@shop/language/order/events'
import type { EventReader } from '@shop/stores/event-store/event-store'

/**
 * The customer of an order or a pending payment. The customer is read from the order's first event, because a deleted order has no
 * document. If a pending payment was refused, there is no order, and the customer is read from the checkout.
 */
export async function customerOfOrder(log: EventReader, orderId: string): Promise<string | undefined> {
  for (const stream of [orderStream(orderId), checkoutStream(orderId)])
    for await (const { data } of log.readStream(stream)) return (data as { customerId: string }).customerId
  return undefined
}
