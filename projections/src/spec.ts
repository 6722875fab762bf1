import type { Event, Recorded } from '@shop/shared/events/event'
import type { Document } from '@shop/shared/read-store/read-store'
import { apply } from './fold.ts'
import { anyProjection, changesOf, type Projection } from './projection.ts'

/** Speaks a projection's tests: the documents, by id, that this history leaves. */
export function documentsAfter<D extends Document>(
  projection: Projection<D>,
  ...history: readonly Event[]
): Record<string, D> {
  const documents = new Map<string, Document>()
  for (const [index, event] of history.entries())
    apply({ documents, touched: new Set() }, changesOf(anyProjection(projection), recorded(event, index)))
  return Object.fromEntries(documents) as Record<string, D>
}

const recorded = (event: Event, index: number): Recorded => ({
  ...event,
  id: `event-${index}`,
  stream: 'stream',
  version: index,
  position: String(index + 1).padStart(16, '0'),
  metadata: {
    correlationId: 'request',
    causationId: `command-${index}`,
    actor: { role: 'system' },
    schemaVersion: 1,
    recordedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
  },
})
