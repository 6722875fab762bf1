import { type OrderPlaced, orderStream } from '@shop/language/events/order-events'
import type { EventReader } from '@shop/stores/event-store/event-store'

/** Whose an order is, by its own first event: a deleted one has no document that could tell. */
export async function customerOfOrder(log: EventReader, orderId: string): Promise<string | undefined> {
  for await (const { data } of log.readStream(orderStream(orderId)))
    return (data as ReturnType<typeof OrderPlaced>['data']).customerId
  return undefined
}
