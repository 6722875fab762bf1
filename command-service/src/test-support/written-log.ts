import { definitionOf } from '@shop/language/all-events'
import type { Event, Recorded } from '@shop/language/events/event'
import { orderEvents } from '@shop/language/order/events'
import { SHOP_STREAM } from '@shop/language/shop/events'

const ofOrders: readonly string[] = orderEvents.map(({ type }) => type)

function streamOf({ type, data }: Event): string {
  if (type === 'ShopStarted') return SHOP_STREAM
  const { productId, orderId } = data as Partial<Record<'productId' | 'orderId', string>>
  if (productId !== undefined) return `stock-${productId}`
  return ofOrders.includes(type) ? `order-${orderId}` : 'some-stream'
}

/** An event whose `data` is in the form of an earlier release. */
export type Earlier = Readonly<{ event: Event; schemaVersion: number }>
export const earlier = (type: string, schemaVersion: number, data: object): Earlier => ({
  event: { type, data },
  schemaVersion,
})

/** Each array contains the events of one command. */
export function writtenLog(
  commands: readonly (readonly (Event | Earlier)[])[],
  recordedAt: (command: number) => string,
): readonly Recorded[] {
  const all = commands.flatMap((events, command) => events.map((event) => ({ event, command })))
  return all.map(({ event: given, command }, at) => {
    const { event, schemaVersion } =
      'event' in given ? given : { event: given, schemaVersion: definitionOf(given.type).version }
    return {
      ...event,
      id: `e${at}`,
      stream: streamOf(event),
      version: at,
      position: String(at + 1).padStart(20, '0'),
      metadata: {
        ...{ correlationId: `r${command}`, causationId: `c${command}`, actor: { role: 'system' } },
        ...{ schemaVersion, recordedAt: recordedAt(command) },
      },
    }
  })
}
