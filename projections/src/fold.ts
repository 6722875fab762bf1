import type { Document } from '@shop/language/collection'
import type { Position, Recorded } from '@shop/language/events/event'
import type { Scalar, Wanted } from '@shop/stores/read-store/read-store'
import { type AnyProjection, changesOf, type DocumentChange } from './projection.ts'
import { fieldOf, type WorkingSet } from './working-set.ts'

type Planned = Readonly<{ event: Recorded; changes: readonly DocumentChange<Document>[]; error?: unknown }>

export type Folded = Readonly<{
  failures: readonly { event: Recorded; error: unknown }[]
  /** The projection halts before this event. */
  haltsAt?: Recorded
}>

export const NOTHING: Folded = { failures: [] }

/** Omits events that change nothing. Keeps events that cause an error. */
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

/** A wanted document that was not found does not exist. */
export function learn(workingSet: WorkingSet, { ids = [] }: Wanted, found: readonly Document[]) {
  for (const document of found) workingSet.learn(document._id, document)
  for (const id of ids) workingSet.learn(id, undefined)
}

/** A document need not be loaded if the first event that changes the document replaces or removes it. */
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
 * The wanted documents must be in the working set. An event that causes an error changes nothing. The projection can halt at this event,
 * except if its id is `skipped`.
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

/** Applies all changes of an event, or none if one of them throws. */
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

export function positionBefore(haltsAt: Recorded, events: readonly Recorded[], from: Position): Position {
  return events[events.indexOf(haltsAt) - 1]?.position ?? from
}
