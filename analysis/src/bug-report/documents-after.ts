import type { Document } from '@shop/language/collection'
import { projections } from '@shop/projections/all'
import { foldAll } from '@shop/projections/fold'
import { createWorkingSet } from '@shop/projections/working-set'
import { recordedOf } from '../as-of/projected-events.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { nameOf } from '../reducers/projected-changes.ts'

export type Documents = Readonly<Record<string, Readonly<Record<string, Document>>>>

/** The documents of the shop's read models after these events alone. */
export function documentsAfter(events: readonly CopiedEvent[]): Documents {
  const recorded = events.map(recordedOf)
  return Object.fromEntries(
    projections.flatMap((projection) => {
      const set = createWorkingSet()
      const { failures } = foldAll(projection, set, recorded)
      if (failures[0]) throw failures[0].error
      const documents = [...set.documents].flatMap(([id, document]) => (document ? [[id, plain(document)]] : []))
      return documents.length === 0 ? [] : [[nameOf(projection), Object.fromEntries(documents)]]
    }),
  )
}

const plain = (document: Document) => JSON.parse(JSON.stringify(document)) as Document
