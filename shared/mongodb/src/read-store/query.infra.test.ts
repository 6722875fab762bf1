import type { Collection } from '@shop/language/collection'
import { replaceDocuments } from '@shop/stores/read-store/contract/shelf'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../test-support/mongo-server.ts'
import { openMongoReadStore } from './mongodb-read-store.ts'
import { questionOf } from './query.ts'

type Garment = {
  _id: string
  name: string
  gender: string
  priceCents: number
  sold: boolean
  brand?: string
  colors: readonly string[]
}

const garments: Collection<Garment> = {
  name: 'garments@1',
  searchedBy: ['name', 'gender', 'priceCents', 'sold', 'brand'],
  lists: ['colors'],
}

/** Texts that would be sorted differently with another collation. */
const text = fc.constantFrom(
  '',
  'a',
  'A',
  'ä',
  'Z',
  'z',
  'zz',
  'é',
  '☂',
  '😀',
  '\uffee',
  '10',
  '9',
  "O'Neill",
  '$x',
  'a.b',
)
const color = fc.constantFrom('Navy', 'navy', 'Sand', 'Grün', '😀')
const priceCents = fc.integer({ min: -3, max: 8 })
const asStored = <T>(made: unknown) => JSON.parse(JSON.stringify(made)) as T
const garment = fc
  .record({
    _id: fc.string({ minLength: 1, unit: 'grapheme', maxLength: 4 }),
    name: text,
    gender: text,
    priceCents,
    sold: fc.boolean(),
    brand: fc.option(text, { nil: undefined }),
    colors: fc.uniqueArray(color, { maxLength: 3 }),
  })
  .map(asStored<Garment>)
const positionOf = (n: number) => String(n).padStart(5, '0')
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const query = fc
  .record({
    anyOf: optional(
      fc.record(
        {
          gender: some(text),
          sold: some(fc.boolean()),
          brand: some(fc.option(text, { nil: null })),
          colors: some(color),
        },
        { requiredKeys: [] },
      ),
    ),
    startWith: optional(fc.record({ colors: some(fc.constantFrom('', 'N', 'na', 'Navy', 'Gr', 'Grü', '😀')) })),
    between: optional(
      fc.record(
        {
          priceCents: fc.record({ from: priceCents, to: priceCents }, { requiredKeys: [] }),
          name: fc.record({ from: text, to: text }, { requiredKeys: [] }),
          brand: fc.record({ from: text, to: text }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
    ),
    sortBy: optional(
      fc.record({ field: fc.constantFrom('_id', 'name', 'gender', 'priceCents'), descending: fc.boolean() }),
    ),
    limit: optional(fc.integer({ min: 1, max: 4 })),
  })
  .map(asStored<Query<Garment>>)

describe.runIf(hasMongod)('a query to MongoDB', () => {
  let server: MongoServer
  let store: ReadStore
  beforeAll(async () => {
    server = await startMongo()
    store = await openMongoReadStore(server.url())
  })
  afterAll(async () => {
    await store.close()
    await server.remove()
  })

  test('gives the same pages and cursors as SQLite', async () => {
    const sqlite = openSqliteReadStore(':memory:')
    const stores = [store, sqlite]
    for (const one of stores) await replaceDocuments(one, garments, [], positionOf(0))
    let position = 0
    let kept: readonly string[] = []
    /** Stores the documents in one commit. A rebuild takes a hundred times as long, and has its own tests. */
    async function keepInstead(documents: readonly Garment[]) {
      const gone = kept.map((id) => ({ id, document: undefined }))
      kept = documents.map(({ _id }) => _id)
      const writes = [
        ...gone.filter(({ id }) => !kept.includes(id)),
        ...documents.map((document) => ({ id: document._id, document })),
      ]
      const [from, to] = [positionOf(position), positionOf(++position)]
      for (const one of stores) await one.commit(stepOf(garments.name, from, to, writes))
    }
    const property = fc.asyncProperty(
      fc.uniqueArray(garment, { selector: ({ _id }) => _id, maxLength: 12 }),
      fc.array(query, { minLength: 1, maxLength: 8 }),
      async (documents, queries) => {
        await keepInstead(documents)
        for (const asked of queries) {
          let after: string | undefined
          do {
            const page = { ...asked, ...(after !== undefined && { after }) }
            const [theirs, ours] = [await store.find(garments, page), await sqlite.find(garments, page)]
            expect(theirs).toEqual(ours)
            after = ours.next
          } while (after !== undefined)
        }
      },
    )
    await fc.assert(property, { numRuns: 60 })
    await sqlite.close()
  })

  const all = Array.from(
    { length: 20_000 },
    (_, n): Garment => ({
      _id: `g${String(n).padStart(6, '0')}`,
      name: `Name ${n}`,
      gender: ['Women', 'Men', 'Kids', 'All'][n % 4]!,
      priceCents: ((n * 7919) % 20_000) + 500,
      sold: n % 3 === 0,
      colors: [`color-${n % 10}`, `color-${n % 7}`],
    }),
  )

  test('uses an index if there are 20,000 documents, and also for the next page', async () => {
    await replaceDocuments(store, garments, all, '99999')
    const page = { limit: 20 }
    const byPrice = { sortBy: { field: 'priceCents' } } as const
    const questions: Query<Garment>[] = [
      page,
      { ...byPrice, ...page },
      { sortBy: { field: 'priceCents', descending: true }, ...page },
      { anyOf: { gender: ['Women'] }, ...page },
      { anyOf: { gender: ['Women', 'Men'] }, ...byPrice, ...page },
      { anyOf: { name: ['Name 77'] }, ...byPrice, ...page },
      { startWith: { colors: ['color-1', 'color-3'] }, ...byPrice, ...page },
      { between: { priceCents: { from: 900, to: 1000 } }, ...byPrice, ...page },
      { between: { priceCents: { from: 900, to: 1000 } }, ...page },
    ]
    const explain = ({ filter, sort }: ReturnType<typeof questionOf>) =>
      server.inDatabase('selvedge', (db) =>
        db
          .collection(garments.name)
          .find(filter as object, { sort, limit: 21 })
          .explain('executionStats'),
      )
    for (const question of questions) {
      const { next } = await store.find(garments, question)
      for (const asked of next ? [question, { ...question, after: next }] : [question]) {
        const explained = await explain(questionOf(garments, asked))
        const plan = JSON.stringify(explained.queryPlanner.winningPlan)
        expect(plan, JSON.stringify(asked)).toMatch(/IXSCAN|IDHACK/)
        expect(plan, JSON.stringify(asked)).not.toContain('COLLSCAN')
        // The server must start at the cursor, and not scan from the beginning.
        if (asked.after && !asked.startWith && !asked.anyOf)
          expect(explained.executionStats.totalKeysExamined, JSON.stringify(asked)).toBeLessThan(200)
      }
    }
  })

  test('a field’s index finds the documents with a value, without reading documents that have other values', async () => {
    const { filter, sort } = questionOf(garments, { anyOf: { name: ['Name 77'] }, limit: 1_000 })
    const { executionStats: live } = await server.inDatabase('selvedge', (db) =>
      db
        .collection(garments.name)
        .find(filter as object, { sort, limit: 1_001 })
        .explain('executionStats'),
    )
    expect(live.totalDocsExamined).toBe(live.nReturned)

    const stage = await store.stage(garments)
    await stage.write(
      all.map((document) => ({ id: document._id, document })),
      '1',
    )
    const found = await stage.read({ anyOf: { name: ['Name 77'] } })
    expect(found.length).toBe(live.nReturned)
    const staged = await server.inDatabase('selvedge', async (db) => {
      const [{ name } = { name: '' }] = await db.listCollections({ name: /\+/ }).toArray()
      return db.collection(name).find({ 'document.name': 'Name 77' }).explain('executionStats')
    })
    expect(staged.executionStats.totalDocsExamined).toBe(found.length)
    await stage.drop()
  })
})
