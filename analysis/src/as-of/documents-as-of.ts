import type { Document } from '@shop/language/collection'
import { fold, plan } from '@shop/projections/fold'
import type { AnyProjection } from '@shop/projections/projection'
import { createWorkingSet } from '@shop/projections/working-set'
import type { CopyView } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { projectedEvents } from './projected-events.ts'
import { isKept, openSnapshots, type Spacing } from './snapshots.ts'

/** One read of the copy returns events for this many snapshots. */
const AT_ONCE = 10

type Options = Readonly<{
  copy: Pick<Copy, 'reading' | 'digestAt'>
  folder: string
  projection: AnyProjection
  spacing: Spacing
}>

/**
 * The returned function also stores the snapshots that are due. If the projection halts at an event, the function returns the documents
 * before this event.
 */
export function createDocumentsAsOf({ copy, folder, projection, spacing }: Options) {
  const types = Object.keys(projection.on)
  const snapshots = openSnapshots(folder, projection.into.name, copy.digestAt)
  const { every } = spacing
  const step = every * AT_ONCE

  return async (view: CopyView, event: number, signal?: AbortSignal): Promise<ReadonlyMap<string, Document>> => {
    const start = await snapshots.before(event)
    const documents = createWorkingSet(start.documents)
    const all = () => [...documents.documents()].flatMap(([, document]) => document ?? [])
    for (let from = start.event + 1; from <= event; from += step) {
      signal?.throwIfAborted()
      const range = { from, upTo: Math.min(event, from + step - 1) }
      const events = await copy.reading((connection) => projectedEvents(connection, view, types, range))
      let next = 0
      for (let last = from - 1 + every; last - every < range.upTo; last += every) {
        const first = next
        while (next < events.length && Number(events[next]!.position) <= last) next++
        const { haltsAt } = fold(projection, documents, plan(projection, events.slice(first, next)))
        // The shop never showed the events after the halt.
        if (haltsAt) return byId(all())
        if (last <= range.upTo && isKept(last, view.event, spacing))
          await snapshots.keep({ event: last, documents: all() })
      }
    }
    return byId(all())
  }
}

const byId = (documents: readonly Document[]) => new Map(documents.map((document) => [document._id, document]))
