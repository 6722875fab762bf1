import { definitionOf } from '@shop/language/all-events'
import type { Event, NewEvent } from '@shop/language/events/event'
import { ReservationReleased, SHARED, StockCounted, StockReserved, StockTaken } from '@shop/language/stock/events'
import { idFrom } from '@shop/language/values/id-from'
import type { EventStore } from '@shop/stores/event-store/event-store'

const PAGE = 500

export const commandAt = (stream: string, version: number) => `${stream} ${version}`

export async function appendHistory(log: EventStore, stream: string, length: number, days: number) {
  const begunMs = Date.now() - days * 24 * 60 * 60 * 1000
  const stepMs = (Date.now() - begunMs) / length
  for (let from = 0; from < length; from += PAGE) {
    const events = Array.from({ length: Math.min(PAGE, length - from) }, (_, index) => {
      const version = from + index
      return recorded(eventAt(version), stream, version, new Date(begunMs + version * stepMs))
    })
    await log.append(stream, from - 1, events)
  }
}

function eventAt(version: number): Event {
  if (version === 0) return StockCounted({ productId: 'shirt', ...SHARED, available: 1_000_000 })
  const step = version - 1
  // The id is as long as the shop's real ids, because a snapshot contains hundreds of ids.
  const checkoutId = idFrom(`checkout ${Math.floor(step / 2)}`)
  const hold = { productId: 'shirt', checkoutId, lines: [{ ...SHARED, quantity: 1 }] }
  if (step % 2 === 0) return StockReserved(hold)
  return step % 4 === 1 ? StockTaken(hold) : ReservationReleased(hold)
}

function recorded(event: Event, stream: string, version: number, at: Date): NewEvent {
  const causationId = commandAt(stream, version)
  const { version: schemaVersion } = definitionOf(event.type)
  const metadata = { correlationId: causationId, causationId, actor: { role: 'system' } as const }
  return {
    ...event,
    id: idFrom(causationId),
    metadata: { ...metadata, schemaVersion, recordedAt: at.toISOString() },
  }
}
