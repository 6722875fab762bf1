import { randomUUID } from 'node:crypto'
import { ItemAddedToCart } from '@shop/language/cart/events'
import type { NewEvent, Recorded } from '@shop/language/events/event'
import type { EventStore } from '../event-store.ts'

/** The log may also have events of other tests. */
export type LogStorage = Readonly<{ open: () => EventStore | Promise<EventStore>; remove: () => Promise<void> }>

export type Opened = { storage: LogStorage; store: EventStore }

export const newEvent = (quantity = 1, id: string = randomUUID()): NewEvent => ({
  ...ItemAddedToCart({
    ownerId: 'ada',
    item: { productId: 'p1', size: 'M', color: 'Navy', name: 'Shirt', image: '/s.webp', priceCents: 2500, quantity },
  }),
  id,
  metadata: {
    correlationId: 'request-1',
    causationId: 'command-1',
    actor: { id: 'ada', role: 'customer' },
    digest: 'd1',
    schemaVersion: 1,
    recordedAt: '2026-01-01T00:00:00.000Z',
  },
})
export const newEvents = (count: number) => Array.from({ length: count }, (_, index) => newEvent(index + 1))
export const newStream = () => `cart-${randomUUID()}`

export const versionsOf = (events: readonly Recorded[]) => events.map(({ version }) => version)
