import type { Position, Recorded } from '@shop/language/events/event'
import type { Document } from '@shop/language/read-models/collection'
import { type AnyProjection, changesOf, type DocumentChange } from './projection.ts'
import type { WorkingSet } from './working-set.ts'

/** An event that a projection handles: its changes, or the error. */
export type Planned = Readonly<{ event: Recorded; changes: readonly DocumentChange<Document>[]; error?: unknown }>

export type Folded = Readonly<{
  failures: readonly { event: Recorded; error: unknown }[]
  /** The event at which the projection's policy stops it; nothing after it was folded. */
  haltsAt?: Recorded
}>

/** The changes of each event; events without changes are left out. */
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

/** Which documents must be known to carry these changes out. One that an event just puts there, and nothing else, need not be. */
export function idsAsked(planned: readonly Planned[]): ReadonlySet<string> {
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
 * Applies the planned changes in order. An event that throws changes nothing; the projection's policy decides whether to halt, except
 * for the one event that is to be skipped.
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

/** Applies all changes of an event or, if one throws, none. */
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
  // What was not read, because it does not matter, may be another, and may be there.
  for (const [id, document] of after)
    if (document !== workingSet.get(id) || !workingSet.has(id)) workingSet.change(id, document)
}

/** The ids of matching documents, as the event's earlier changes have left them. */
function idsWhere(workingSet: WorkingSet, after: ReadonlyMap<string, Document | undefined>, { field, is }: Where) {
  const unchanged = workingSet.idsWhere(field, is).filter((id) => !after.has(id))
  const changed = [...after].filter(([, document]) => document && fieldOf(document, field) === is)
  return [...unchanged, ...changed.map(([id]) => id)]
}
type Where = Extract<DocumentChange<Document>, { where: unknown }>['where']

/** The position of a projection that halts at one of these events. */
export function positionBefore(haltsAt: Recorded, events: readonly Recorded[], from: Position): Position {
  return events[events.indexOf(haltsAt) - 1]?.position ?? from
}

const fieldOf = (document: Document, field: string) => (document as Record<string, unknown>)[field]
