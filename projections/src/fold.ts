import type { Collection, Document } from '@shop/language/collection'
import type { Position, Recorded } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { Scalar, Wanted } from '@shop/stores/read-store/read-store'
import { type AnyProjection, changesOf, type DocumentChange } from './projection.ts'
import { createWorkingSet, fieldOf, type WorkingSet } from './working-set.ts'

type Planned = Readonly<{ event: Recorded; changes: readonly DocumentChange<Document>[]; error?: unknown }>

/** What a projection does with some events. `wanted`: the documents that `fold` needs. */
export type Plan = Readonly<{
  projection: AnyProjection
  planned: readonly Planned[]
  workingSet: WorkingSet
  wanted: (Wanted & Readonly<{ from: Collection<Document> }>) | undefined
}>

export type Folded = Readonly<{
  failures: readonly { event: Recorded; error: unknown }[]
  /** The projection halts before this event, the last of the failures. */
  haltsAt?: Recorded
}>

export const NOTHING: Folded = { failures: [] }

/** Undefined if the events change nothing. An event that causes an error is planned too. */
export function planOf(projection: AnyProjection, events: readonly Recorded[], known?: WorkingSet): Plan | undefined {
  const planned: Planned[] = []
  for (const event of events) {
    try {
      const changes = changesOf(projection, event)
      if (changes.length > 0) planned.push({ event, changes })
    } catch (error) {
      planned.push({ event, changes: [], error })
    }
  }
  if (planned.length === 0) return undefined
  const workingSet = known ?? createWorkingSet()
  const wanted = wantedFor(planned, workingSet)
  return { projection, planned, workingSet, wanted: wanted && { ...wanted, from: projection.into } }
}

/** A document need not be loaded if the first event that changes the document replaces or removes it. */
function wantedFor(planned: readonly Planned[], workingSet: WorkingSet): Wanted | undefined {
  if (workingSet.isWhole()) return undefined
  const ids = new Set<string>()
  const put = new Set<string>()
  const anyOf: Record<string, Scalar[]> = {}
  for (const { changes } of planned)
    for (const change of changes)
      if ('where' in change) {
        const { field, is } = change.where
        anyOf[field] ??= []
        anyOf[field].push(is)
      } else if (change.isBlind && changes.length === 1) put.add(change.id)
      else if (!put.has(change.id) && !workingSet.has(change.id)) ids.add(change.id)
  return ids.size > 0 || Object.keys(anyOf).length > 0 ? { ids: [...ids], anyOf } : undefined
}

/**
 * `found`: the wanted documents that exist. An event that causes an error changes nothing. The projection can halt at this event, except if
 * its id is `skipped`.
 */
export function fold(
  { projection, planned, workingSet, wanted }: Plan,
  found: readonly Document[] = [],
  skipped?: string,
): Folded {
  workingSet.learn(found, wanted?.ids)
  const failures: { event: Recorded; error: unknown }[] = []
  for (const { event, changes, ...rest } of planned) {
    try {
      if ('error' in rest) throw rest.error
      apply(workingSet, changes)
    } catch (error) {
      failures.push({ event, error })
      if (projection.failure === 'halt' && event.id !== skipped) return { failures, haltsAt: event }
    }
  }
  return { failures }
}

/** Folds events without loading documents: those that are not in the working set do not exist. */
export function foldAll(projection: AnyProjection, workingSet: WorkingSet, events: readonly Recorded[]): Folded {
  const plan = planOf(projection, events, workingSet)
  return plan ? fold(plan) : NOTHING
}

/** Applies all changes of an event, or none if one of them throws. */
export function apply(workingSet: WorkingSet, changes: readonly DocumentChange<Document>[]) {
  const { documents } = workingSet
  const after = new Map<string, Document | undefined>()
  const now = (id: string) => (after.has(id) ? after.get(id) : documents.get(id))
  for (const change of changes) {
    if ('id' in change) after.set(change.id, change.become(now(change.id), now))
    else
      for (const id of idsWhere(workingSet, after, change.where)) {
        const document = now(id)
        if (document) after.set(id, change.become(document))
      }
  }
  // A document that was not loaded is always written, because its state in the store is unknown.
  for (const [id, document] of after)
    if (document !== documents.get(id) || !workingSet.has(id)) workingSet.change(id, document)
}

/** Includes the earlier changes of the same event. */
function idsWhere(workingSet: WorkingSet, after: ReadonlyMap<string, Document | undefined>, { field, is }: Where) {
  const unchanged = workingSet.idsWhere(field, is).filter((id) => !after.has(id))
  const changed = [...after].filter(([, document]) => document && fieldOf(document, field) === is)
  return [...unchanged, ...changed.map(([id]) => id)]
}
type Where = Extract<DocumentChange<Document>, { where: unknown }>['where']

/** Returns `events` itself if all of them are after the position, as in most batches. */
export const eventsAfter = (events: readonly Recorded[], position: Position) =>
  events[0] && events[0].position <= position ? events.filter((event) => event.position > position) : events

/** Where a projection is after a batch that began at `from`. */
export const positionAfter = ({ haltsAt }: Folded, { events, upTo }: Batch, from: Position) =>
  haltsAt ? (events[events.indexOf(haltsAt) - 1]?.position ?? from) : upTo
