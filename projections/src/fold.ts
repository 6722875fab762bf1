import type { Document } from '@shop/language/collection'
import type { Position, Recorded } from '@shop/language/events/event'
import type { Scalar, Wanted } from '@shop/stores/read-store/read-store'
import { type AnyProjection, changesOf, type DocumentChange } from './projection.ts'
import type { WorkingSet } from './working-set.ts'

/** An event that a projection handles, with the changes that the event makes, or the error that it causes. */
type Planned = Readonly<{ event: Recorded; changes: readonly DocumentChange<Document>[]; error?: unknown }>

export type Folded = Readonly<{
  failures: readonly { event: Recorded; error: unknown }[]
  /** The projection halts before this event. No later event was folded. */
  haltsAt?: Recorded
}>

export const NOTHING: Folded = { failures: [] }

/** The events with the changes that each of them makes. Events without changes are left out. */
export function plan(projection: AnyProjection, events: readonly Recorded[]): readonly Planned[] {
  const planned: Planned[] = []
  for (const event of events) {
    try {
      const changes = changesOf(projection, event)
      if (changes.length > 0) planned.push({ event, changes })
    } catch (error) {
      planned.push({ event, changes: [], error })
    }
  }
  return planned
}

/**
 * The documents that must be read before the planned changes are applied. Each document is read only once, even if many events change it.
 * Undefined if no document must be read.
 */
export function wantedFor(planned: readonly Planned[], workingSet: WorkingSet): Wanted | undefined {
  if (workingSet.isWhole()) return undefined
  const ids = [...idsToLoad(planned)].filter((id) => !workingSet.has(id))
  const anyOf: Record<string, Scalar[]> = {}
  for (const { changes } of planned)
    for (const change of changes)
      if ('where' in change) {
        const { field, is } = change.where
        anyOf[field] ??= []
        anyOf[field].push(is)
      }
  return ids.length > 0 || Object.keys(anyOf).length > 0 ? { ids, anyOf } : undefined
}

/** Adds the documents that were read. A wanted document that was not found does not exist. */
export function learn(workingSet: WorkingSet, { ids = [] }: Wanted, found: readonly Document[]) {
  for (const document of found) workingSet.learn(document._id, document)
  for (const id of ids) workingSet.learn(id, undefined)
}

/**
 * The ids of the documents that must be loaded before these changes. A document need not be loaded if the first event that changes the
 * document replaces or removes it.
 */
function idsToLoad(planned: readonly Planned[]): ReadonlySet<string> {
  const asked = new Set<string>()
  const put = new Set<string>()
  for (const { changes } of planned)
    for (const change of changes) {
      if (!('id' in change)) continue
      if (change.isBlind && changes.length === 1) put.add(change.id)
      else if (!put.has(change.id)) asked.add(change.id)
    }
  return asked
}

/**
 * Applies the planned changes in order. The wanted documents must be in the working set. An event that causes an error changes nothing. The
 * projection's policy decides whether the projection halts at such an event, but the projection never halts at the event with the id
 * `skipped`.
 */
export function fold(
  { failure }: AnyProjection,
  workingSet: WorkingSet,
  planned: readonly Planned[],
  skipped?: string,
): Folded {
  const failures: { event: Recorded; error: unknown }[] = []
  for (const { event, changes, ...rest } of planned) {
    try {
      if ('error' in rest) throw rest.error
      apply(workingSet, changes)
    } catch (error) {
      failures.push({ event, error })
      if (failure === 'halt' && event.id !== skipped) return { failures, haltsAt: event }
    }
  }
  return { failures }
}

/** Applies all changes of an event. If one of them throws, applies none. */
export function apply(workingSet: WorkingSet, changes: readonly DocumentChange<Document>[]) {
  const after = new Map<string, Document | undefined>()
  const now = (id: string) => (after.has(id) ? after.get(id) : workingSet.get(id))
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
    if (document !== workingSet.get(id) || !workingSet.has(id)) workingSet.change(id, document)
}

/** The ids of the documents that match `where`, after the earlier changes of the same event. */
function idsWhere(workingSet: WorkingSet, after: ReadonlyMap<string, Document | undefined>, { field, is }: Where) {
  const unchanged = workingSet.idsWhere(field, is).filter((id) => !after.has(id))
  const changed = [...after].filter(([, document]) => document && fieldOf(document, field) === is)
  return [...unchanged, ...changed.map(([id]) => id)]
}
type Where = Extract<DocumentChange<Document>, { where: unknown }>['where']

/** The events after a position. In most batches all events are after the position. Then the array `events` itself is returned. */
export const eventsAfter = (events: readonly Recorded[], position: Position) =>
  events[0] && events[0].position <= position ? events.filter((event) => event.position > position) : events

/**
 * The position of a projection that halts at the event `haltsAt`: the position of the event before it in the batch. If `haltsAt` is the
 * first event of the batch, the position is `from`.
 */
export function positionBefore(haltsAt: Recorded, events: readonly Recorded[], from: Position): Position {
  return events[events.indexOf(haltsAt) - 1]?.position ?? from
}

const fieldOf = (document: Document, field: string) => (document as Record<string, unknown>)[field]
