import type { Document } from '@shop/language/collection'
import type { Actor, Event, NewEvent } from '@shop/language/events/event'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { apply } from './fold.ts'
import { anyProjection, changesOf, type Projection } from './projection.ts'
import { createWorkingSet } from './working-set.ts'

/** For tests: a projection's documents, by id, after the events of this history. */
export function documentsAfter<D extends Document>(
  projection: Projection<D>,
  ...history: readonly Event[]
): Record<string, D> {
  const workingSet = createWorkingSet()
  for (const [index, event] of history.entries()) {
    const position = String(index + 1).padStart(16, '0')
    const recorded = { ...newEvent(event, index), stream: 'stream', version: index, position }
    apply(workingSet, changesOf(anyProjection(projection), recorded))
  }
  return Object.fromEntries([...workingSet.documents].filter(([, document]) => document)) as Record<string, D>
}

const versions = new WeakMap<EventStore, Map<string, number>>()
let appended = 0

/** Appends events to a stream that has no other writer. */
export const append = (log: EventStore, stream: string, ...events: readonly Event[]) =>
  appendAs({ role: 'system' }, log, stream, ...events)

export async function appendAs(actor: Actor, log: EventStore, stream: string, ...events: readonly Event[]) {
  const known = versions.get(log) ?? new Map<string, number>()
  versions.set(log, known)
  const news = events.map((event) => newEvent(event, appended++, actor))
  const last = await log.append(stream, known.get(stream) ?? -1, news)
  known.set(stream, last.version)
  return last
}

const newEvent = (event: Event, n: number, actor: Actor = { role: 'system' }): NewEvent => ({
  ...event,
  id: `event-${n}`,
  metadata: {
    correlationId: 'request',
    causationId: `command-${n}`,
    actor,
    schemaVersion: 1,
    recordedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
  },
})
