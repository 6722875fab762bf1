import type { Collection, Document } from '@shop/language/collection'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { Wanted } from '@shop/stores/read-store/read-store'
import type { Db, Filter, Collection as MongoCollection } from 'mongodb'
import { isMongoError } from '../open-mongodb.ts'

/** STORAGE FORMAT. `position` is the position of the step that wrote the document. An earlier step cannot overwrite the document. */
export type Stored = { _id: string; position: string; document: Document }

export const pathOf = (field: string) => (field === '_id' ? '_id' : `document.${field}`)

/** The plus keeps the change stream from watching the collection. */
const stagedName = (collection: string) => `${collection}+${crypto.randomUUID()}`
const isStagedOf = (name: string, collection: string) => name.startsWith(`${collection}+`)

export function createCollections(db: Db) {
  const aligned = new WeakSet<object>()
  let closed = false

  const named = (name: string): MongoCollection<Stored> => db.collection<Stored>(name)

  return {
    named,

    /**
     * If only the declared fields have changed, there is no rebuild. Then the indexes are made here in the background, and queries are
     * slower meanwhile.
     */
    forQueries<D extends Document>(collection: Collection<D>): MongoCollection<Stored> {
      const stored = named(collection.name)
      if (!aligned.has(collection)) {
        aligned.add(collection)
        alignIndexes(stored, fieldsOf(collection)).catch((error) => {
          aligned.delete(collection)
          if (!closed && !isMongoError(error, 'NamespaceNotFound'))
            logFact('warn', `The indexes of ${collection.name} could not be updated`, defect(error))
        })
      }
      return stored
    },

    stage: (collection: string): Promise<MongoCollection<Stored>> =>
      db.createCollection<Stored>(stagedName(collection)),

    isThere: (name: string) => db.listCollections({ name }, { nameOnly: true }).hasNext(),

    async dropStagedOf(collection: string, except: string | undefined) {
      const all = await db.listCollections({}, { nameOnly: true }).toArray()
      for (const { name } of all) if (isStagedOf(name, collection) && name !== except) await named(name).drop()
    },

    makeIndexes: <D extends Document>(staged: MongoCollection<Stored>, collection: Collection<D>) =>
      makeIndexes(staged, fieldsOf(collection)),

    makeIndex: (staged: MongoCollection<Stored>, field: string) => makeIndexes(staged, [field]),

    close() {
      closed = true
    },
  }
}

export function filterOf(
  { name, searchedBy }: Readonly<{ name: string; searchedBy: readonly string[] }>,
  { ids, anyOf = {} }: Wanted,
): Filter<Stored> {
  const byField = Object.entries(anyOf).map(([field, values]) => {
    if (!searchedBy.includes(field)) throw new Error(`${name} is not searched by ${field}`)
    return { [pathOf(field)]: { $in: values } }
  })
  return { $or: [...(ids ? [{ _id: { $in: ids } }] : []), ...byField] } as Filter<Stored>
}

/** STORAGE FORMAT. The search fields of a stage. A stage with other search fields cannot be continued. */
export const shapeOf = <D extends Document>(collection: Collection<D>) => fieldsOf(collection).join(' ')

const fieldsOf = <D extends Document>({ searchedBy, lists = [] }: Collection<D>): readonly string[] =>
  [...searchedBy, ...lists].filter((field) => field !== '_id')

async function alignIndexes(collection: MongoCollection<Stored>, fields: readonly string[]) {
  const existing = (await collection.listIndexes().toArray()).map(({ name }) => String(name))
  await makeIndexes(
    collection,
    fields.filter((field) => !existing.includes(field)),
  )
  for (const name of existing) if (name !== '_id_' && !fields.includes(name)) await collection.dropIndex(name)
}

/** Each index ends with the id, so that a page can start at its cursor. */
async function makeIndexes(collection: MongoCollection<Stored>, fields: readonly string[]) {
  if (fields.length > 0)
    await collection.createIndexes(fields.map((field) => ({ name: field, key: { [pathOf(field)]: 1, _id: 1 } })))
}
