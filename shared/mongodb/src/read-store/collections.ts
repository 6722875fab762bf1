import type { Collection, Document } from '@shop/language/read-models/collection'
import { defect, logFact } from '@shop/logger/logger'
import type { Db, Collection as MongoCollection } from 'mongodb'
import { isMongoError } from '../open-mongodb.ts'

/** STORAGE FORMAT. The position is that of the step that wrote the document: an older one cannot undo it. */
export type Stored = { _id: string; position: string; document: Document }

/** A field of the document, as the server knows it. */
export const pathOf = (field: string) => (field === '_id' ? '_id' : `document.${field}`)

/** Documents being built beside a collection's. Nothing watches or reads names with a plus in them. */
export const stagedName = (collection: string) => `${collection}+${crypto.randomUUID()}`
export const isStagedOf = (name: string, collection: string) => name.startsWith(`${collection}+`)

export function createCollections(db: Db) {
  const aligned = new WeakSet<object>()
  let closed = false

  const named = (name: string): MongoCollection<Stored> => db.collection<Stored>(name)

  return {
    named,

    /**
     * The collection, to be asked by fields. A rebuild makes the indexes; where they are others than the questions need,
     * because only these changed, they are put right beside, and answers come slower until then.
     */
    asked<D extends Document>(collection: Collection<D>): MongoCollection<Stored> {
      const asked = named(collection.name)
      if (!aligned.has(collection)) {
        aligned.add(collection)
        alignIndexes(asked, fieldsOf(collection)).catch((error) => {
          aligned.delete(collection)
          if (!closed && !isMongoError(error, 'NamespaceNotFound'))
            logFact('warn', `The indexes of ${collection.name} could not be put right`, defect(error))
        })
      }
      return asked
    },

    /** An empty collection that nobody reads yet. */
    stage: (collection: string): Promise<MongoCollection<Stored>> =>
      db.createCollection<Stored>(stagedName(collection)),

    isThere: (name: string) => db.listCollections({ name }, { nameOnly: true }).hasNext(),

    /** What rebuilds have left of a collection, but for the one that is to be gone on with. */
    async dropStagedOf(collection: string, except: string | undefined) {
      const all = await db.listCollections({}, { nameOnly: true }).toArray()
      for (const { name } of all) if (isStagedOf(name, collection) && name !== except) await named(name).drop()
    },

    /** Of all that it is searched by. */
    makeIndexes: <D extends Document>(staged: MongoCollection<Stored>, collection: Collection<D>) =>
      makeIndexes(staged, fieldsOf(collection)),

    /** Of one field; throws where the collection is not searched by it. */
    async makeIndex<D extends Document>(staged: MongoCollection<Stored>, collection: Collection<D>, field: string) {
      const fields: readonly string[] = collection.searchedBy
      if (!fields.includes(field)) throw new Error(`${collection.name} is not searched by ${field}`)
      await makeIndexes(staged, [field])
    },

    close() {
      closed = true
    },
  }
}

/** STORAGE FORMAT. What a stage was made for. */
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

/** Each ends in the id, so that it serves a sort by its field too, and every page's end is a place in it. */
async function makeIndexes(collection: MongoCollection<Stored>, fields: readonly string[]) {
  if (fields.length > 0)
    await collection.createIndexes(fields.map((field) => ({ name: field, key: { [pathOf(field)]: 1, _id: 1 } })))
}
