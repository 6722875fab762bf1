import type { EventReader } from '@shop/shared/event-store/event-store'
import { type OrderPlaced, orderStream } from '@shop/shared/events/order-events'

/** Whose an order is, by its own first event: a deleted one has no document that could tell. */
export async function customerOfOrder(log: EventReader, orderId: string): Promise<string | undefined> {
  for await (const { data } of log.readStream(orderStream(orderId)))
    return (data as ReturnType<typeof OrderPlaced>['data']).customerId
  return undefined
}
