import type { DuckDBConnection } from '@duckdb/node-api'
import type { Change } from '@shop/language/analysis/streams'
import type { Document } from '@shop/language/collection'
import { apply } from '@shop/projections/fold'
import { anyProjection, changesOf, type Projection } from '@shop/projections/projection'
import { createWorkingSet } from '@shop/projections/working-set'
import type { CopyView } from '../copy/copy-view.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { changesBetween, type Facts, factsOfThing } from './facts.ts'
import { recordedOf } from './projected-events.ts'
import { eventsWhere } from './read-stream.ts'

/** The events after the event `after` up to the event `upTo`, but at most `most` events. */
export type HistoryRange = Readonly<{ id: string; after: number; upTo: number; most: number }>
type ChangingEvent = CopiedEvent & Readonly<{ changes: readonly Change[] }>
/** `more`: the range has events that were not read. */
export type ThingHistory = Readonly<{ events: readonly ChangingEvent[]; more: boolean }>

type Kind<D extends Document> = Readonly<{
  projection: Projection<D>
  thingOf: (document: D) => object
  /** A condition in SQL that holds for every event that can change the thing. */
  mayChange: (id: string) => string
}>

/** `document`: the thing after the event `after`. */
export async function historyOf<D extends Document>(
  connection: DuckDBConnection,
  view: CopyView,
  { projection, thingOf, mayChange }: Kind<D>,
  document: D | undefined,
  { id, after, upTo, most }: HistoryRange,
): Promise<ThingHistory> {
  const any = anyProjection(projection)
  const workingSet = createWorkingSet(document ? [document] : [])
  const now = (): Facts => {
    const shown = workingSet.documents.get(id) as unknown as D | undefined
    return shown ? factsOfThing(thingOf(shown)) : new Map()
  }
  const condition = `event > ${after} AND event <= ${upTo} AND (${mayChange(id)})`
  const read = await eventsWhere(connection, view, condition, most)
  const events: ChangingEvent[] = []
  let before = now()
  for (const event of read.slice(0, most)) {
    try {
      // The event can also change other documents, which are not loaded here.
      const changes = changesOf(any, recordedOf(event))
      apply(
        workingSet,
        changes.filter((change) => !('id' in change) || change.id === id),
      )
    } catch {
      // The shop's own projection fails here as well, so the event changed nothing in the shop.
    }
    const facts = now()
    const changes = changesBetween(before, facts)
    if (changes.length > 0) events.push({ ...event, changes })
    before = facts
  }
  return { events, more: read.length > most }
}
