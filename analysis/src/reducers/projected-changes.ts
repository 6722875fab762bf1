import type { Document } from '@shop/language/collection'
import { projections } from '@shop/projections/all'
import { apply } from '@shop/projections/fold'
import { type AnyProjection, changesOf } from '@shop/projections/projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { recordedOf } from '../as-of/projected-events.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { refusal } from '../questions/question.ts'
import type { ReducedEvent } from './reduction.ts'

/** The name without the version: `dashboard`. */
export const nameOf = ({ into }: AnyProjection) => into.name.replace(/@.*$/, '')

export function projectionNamed(name: string): AnyProjection {
  const found = projections.find((one) => nameOf(one) === name)
  if (!found) throw refusal(`There is no projection ${name}. There are ${projections.map(nameOf).join(', ')}`)
  return found
}

type Change = readonly [event: number, rows: readonly (readonly [id: string, row: object | null])[], stream: string]

export function createProjectedChanges(projection: AnyProjection) {
  const workingSet = createWorkingSet()
  return (events: readonly ReducedEvent[]): readonly Change[] =>
    events.flatMap((event) => {
      try {
        apply(workingSet, changesOf(projection, recordedOf(event as CopiedEvent)))
      } catch (error) {
        if (projection.failure === 'park') return []
        throw refusal(`The projection ${nameOf(projection)} halts at event ${event.event}: ${(error as Error).message}`)
      }
      const rows = workingSet
        .takeWrites()
        .map(({ id, document }) => [id, document ? fieldsWithoutId(document) : null] as const)
      return rows.length === 0 ? [] : [[event.event, rows, event.stream] as const]
    })
}

function fieldsWithoutId({ _id, ...fields }: Document) {
  return fields
}
