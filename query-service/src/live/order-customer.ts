import { checkoutStream } from '@shop/language/events/checkout-events'
import { orderStream } from '@shop/language/events/order-events'
import type { EventReader } from '@shop/stores/event-store/event-store'

/**
 * The customer of an order. It is read from the order's first event, because a deleted order has no document. A refused payment never
 * became an order. Its customer is read from its checkout, which has the same id.
 */
export async function customerOfOrder(log: EventReader, orderId: string): Promise<string | undefined> {
  for (const stream of [orderStream(orderId), checkoutStream(orderId)])
    for await (const { data } of log.readStream(stream)) return (data as { customerId: string }).customerId
  return undefined
}
