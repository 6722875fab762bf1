import type { Document } from '@shop/language/collection'
import type { Value, Write } from '@shop/stores/read-store/read-store'

export type WorkingSet = ReturnType<typeof createWorkingSet>

type IdsOf = Map<unknown, Set<string>>

/** `isWhole`: all documents of the store are in memory. This is true until `shrinkTo` removes a document. */
export function createWorkingSet(known: Iterable<Document> = [], isWhole = false) {
  /** In the order of their last load or change, the oldest first. Undefined: the store has no document with this id. */
  const documents = new Map<string, Document | undefined>()
  /** For each changed document, whether it was new. */
  const touched = new Map<string, boolean>()
  const indexes = new Map<string, IdsOf>()
  for (const document of known) documents.set(document._id, document)

  function put(id: string, document: Document | undefined) {
    for (const [field, idsOf] of indexes) {
      const before = documents.get(id)
      if (before) leave(idsOf, fieldOf(before, field), id)
      if (document) enter(idsOf, fieldOf(document, field), id)
    }
    documents.delete(id)
    documents.set(id, document)
  }

  return {
    documents: documents as ReadonlyMap<string, Document | undefined>,
    /** The ids of the documents that `takeWrites` would return. */
    touched: touched as ReadonlyMap<string, unknown>,
    /** Whether the working set knows a document, or knows that it does not exist. */
    has: (id: string) => isWhole || documents.has(id),
    isWhole: () => isWhole,
    idsWhere(field: string, is: Value): readonly string[] {
      const idsOf: IdsOf = indexes.get(field) ?? new Map()
      if (!indexes.has(field))
        for (const [id, document] of documents) if (document) enter(idsOf, fieldOf(document, field), id)
      indexes.set(field, idsOf)
      return [...(idsOf.get(is) ?? [])]
    },

    /** A wanted document that was not found does not exist. A document that is already known stays as it is. */
    learn(found: readonly Document[], wanted: readonly string[] = []) {
      for (const document of found) if (!documents.has(document._id)) put(document._id, document)
      for (const id of wanted) if (!documents.has(id)) put(id, undefined)
    },
    change(id: string, document: Document | undefined) {
      if (!touched.has(id)) touched.set(id, documents.get(id) === undefined)
      put(id, document)
    },

    takeWrites(): readonly Write[] {
      const writes: Write[] = []
      for (const [id, isNew] of touched) {
        const document = documents.get(id)
        if (document || !isNew || !isWhole) writes.push({ id, document, isNew })
      }
      touched.clear()
      return writes
    },

    /** Removes the oldest documents from memory, except unwritten documents and documents that `isKept` accepts. */
    shrinkTo(size: number, isKept: (id: string) => boolean) {
      for (const id of documents.keys()) {
        if (documents.size <= size) return
        if (touched.has(id) || isKept(id)) continue
        if (documents.get(id)) isWhole = false
        put(id, undefined)
        documents.delete(id)
      }
    },
  }
}

function enter(idsOf: IdsOf, value: unknown, id: string) {
  const ids = idsOf.get(value)
  if (ids) ids.add(id)
  else idsOf.set(value, new Set([id]))
}

function leave(idsOf: IdsOf, value: unknown, id: string) {
  const ids = idsOf.get(value)
  ids?.delete(id)
  if (ids?.size === 0) idsOf.delete(value)
}

export const fieldOf = (document: Document, field: string) => (document as Record<string, unknown>)[field]
