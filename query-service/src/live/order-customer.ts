import { type OrderPlaced, orderStream } from '@shop/language/events/order-events'
import type { EventReader } from '@shop/stores/event-store/event-store'

/** The customer of an order, from its first event, since a deleted order has no document. */
export async function customerOfOrder(log: EventReader, orderId: string): Promise<string | undefined> {
  for await (const { data } of log.readStream(orderStream(orderId)))
    return (data as ReturnType<typeof OrderPlaced>['data']).customerId
  return undefined
}
