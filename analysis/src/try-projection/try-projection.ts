import type { Document } from '@shop/language/collection'
import { apply } from '@shop/projections/fold'
import { type AnyProjection, changesOf } from '@shop/projections/projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { recordedOf } from '../as-of/projected-events.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { createComparison, fieldsOf } from '../reducers/differences.ts'

export type Changed = Readonly<{
  id: string
  what: 'differs' | 'new' | 'gone'
  fields: readonly (readonly [name: string, is: unknown, wouldBe: unknown])[]
  events: readonly number[]
}>
export type Tried = Readonly<{
  documents: number
  /** Sorted by id. */
  changed: readonly Changed[]
  /** Only a projection with the policy `halt` halts. */
  halted: Readonly<{ now?: string; changed?: string }>
}>

/** `now`: undefined for a new projection. */
export async function tryProjection(
  now: AnyProjection | undefined,
  changed: AnyProjection,
  batches: AsyncIterable<readonly CopiedEvent[]>,
): Promise<Tried> {
  const [before, after] = [createFolding(now), createFolding(changed)]
  const comparison = createComparison()
  for await (const events of batches)
    for (const event of events) {
      const ids = new Set([...before.fold(event), ...after.fold(event)])
      for (const id of ids) comparison.note(id, [before.get(id), after.get(id)], event)
    }
  const halted = {
    ...(before.halted() && { now: before.halted()! }),
    ...(after.halted() && { changed: after.halted()! }),
  }
  return {
    documents: after.size(),
    changed: comparison.differing().map((id) => changedOf(id, before.get(id), after.get(id), comparison.eventsOf(id))),
    halted,
  }
}

function createFolding(projection: AnyProjection | undefined) {
  const workingSet = createWorkingSet()
  let halted: string | undefined
  return {
    fold(event: CopiedEvent): readonly string[] {
      if (!projection || halted !== undefined || !(event.type in projection.on)) return []
      try {
        apply(workingSet, changesOf(projection, recordedOf(event)))
      } catch (error) {
        if (projection.failure === 'halt') halted = `event ${event.event}, ${event.type}: ${(error as Error).message}`
        return []
      }
      return workingSet.takeWrites().map(({ id }) => id)
    },
    get: (id: string) => workingSet.documents.get(id),
    size: () => [...workingSet.documents].filter(([, document]) => document !== undefined).length,
    halted: () => halted,
  }
}

function changedOf(
  id: string,
  now: Document | undefined,
  then: Document | undefined,
  events: readonly number[],
): Changed {
  const [one, other] = [fieldsOf(now), fieldsOf(then)]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return {
    id,
    what: now === undefined ? 'new' : then === undefined ? 'gone' : 'differs',
    fields: names
      .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
      .map((name) => [name, one[name], other[name]] as const),
    events,
  }
}
