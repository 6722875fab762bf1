import type { Document } from '@shop/language/collection'
import { type ProductDocument, products } from '@shop/language/product/document'
import { type Facet, facets } from '@shop/language/product/facets'
import { tokensOf } from '@shop/language/product/tokens'
import { stock } from '@shop/language/stock/document'
import { SHARED } from '@shop/language/stock/events'
import {
  availableOf,
  type CountedLines,
  fewestLeft,
  noPieces,
  soldOutColors,
  soldOutSizes,
} from '@shop/language/stock/lines'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { replaceDocuments } from '@shop/stores/read-store/contract/shelf'
import type { ReadStore, Write } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Catalog, Sort, Wanted } from '../catalog.ts'
import { relevance } from '../recommended.ts'
import { createInMemoryCatalog } from './in-memory-catalog.ts'
import { valuesIn, wordsOf } from './item.ts'

let readStore: ReadStore
let position: number
beforeEach(() => {
  readStore = openSqliteReadStore(':memory:')
  position = 1
})
afterEach(() => readStore.close())

type Naive = { product: ProductDocument; lines: CountedLines; available: number; fewest: number }

/** Gives null more often than a value. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
const word = fc.constantFrom('Shirt', 'Skirt', 'Ski', 'Été', 'wool')
const size = fc.constantFrom('S', 'M', 'L')
const namesOf: Readonly<Record<string, readonly string[]>> = {
  Red: ['Red'],
  Blue: ['Blue'],
  'Blue with red stripes': ['Blue with red stripes', 'Blue', 'Red'],
}
const color = fc.constantFrom(...Object.keys(namesOf))
const cents = fc.integer({ min: 0, max: 5 }).map((dollars) => dollars * 100)
let versions = 0
/** A product that differs from `sampleProduct` in what the catalog finds and sorts by. */
const product = fc
  .record({
    _id: fc.integer({ min: 1, max: 60 }).map((n) => `p${n}`),
    name: fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
    description: word,
    priceCents: cents,
    category: fc.constantFrom('', 'Top Wear', 'Bottom Wear'),
    brand: fc.constantFrom('Ondine', 'Fenn'),
    gender: fc.constantFrom('Men', 'Women'),
    collections: fc.constantFrom('Weekend', 'City'),
    sizes: fc.uniqueArray(size),
    colors: fc.uniqueArray(color),
    listedPosition: fc.constantFrom('1', '2', '3'),
    sold: fc.integer({ min: 0, max: 2 }),
    deleted: sometimes(fc.constant(true)).map((deleted) => deleted === true),
  })
  .map((own) => ({
    ...sampleProduct,
    sku: '',
    material: 'Wool',
    listedAt: '2026-01-01T00:00:00.000Z',
    version: versions++,
    ...own,
  }))
const linesOf = (available: number, own: number | null) => [
  { ...SHARED, onHand: available, reserved: 0 },
  ...(own === null ? [] : [{ size: 'S', color: 'Red', onHand: own, reserved: 0 }]),
]
const change = fc.oneof(
  { weight: 3, arbitrary: product.map((document): [string, Write] => [products.name, { id: document._id, document }]) },
  fc
    .record({ _id: product.map(({ _id }) => _id), available: fc.nat(3), own: sometimes(fc.nat(3)) })
    .map(({ _id, available, own }): [string, Write] => [
      stock.name,
      { id: _id, document: { _id, lines: linesOf(available, own), counts: 1 } as Document },
    ]),
)
const some = <Value>(value: fc.Arbitrary<Value>) => sometimes(fc.array(value, { minLength: 1, maxLength: 2 }))
const range = fc.tuple(fc.nat(2), fc.nat(4))
const query = fc.record({
  gender: some(fc.constantFrom('Men', 'Women', 'Nobody')),
  size: some(size),
  color: some(color),
  category: some(fc.constantFrom('Top Wear', 'Outerwear')),
  brand: some(fc.constantFrom('Ondine', 'Fenn')),
  search: sometimes(fc.constantFrom('shirt', 'SK', 'sk wo', 'ete', '%', 's', 'skirt shirt')),
  stock: sometimes(range),
  fewest: sometimes(range),
  minCents: sometimes(cents),
  maxCents: sometimes(cents),
})
const wantedOf = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Wanted
type Order = Exclude<Sort, { by: 'relevance' }>
const sort: fc.Arbitrary<Order> = fc.record({
  by: fc.constantFrom('age', 'price', 'sold', 'name', 'stock', 'fewest'),
  descending: fc.boolean(),
})

test('a product that has a size twice is counted once', async () => {
  const document = { ...sampleProduct, _id: 'p1', sizes: ['M', 'M'], listedPosition: '1', sold: 0, deleted: false }
  const lines = { _id: 'p1', lines: linesOf(1, null), counts: 1 }
  await commitTo(
    readStore,
    [
      [products.name, { id: 'p1', document: document as never }],
      [stock.name, { id: 'p1', document: lines as Document }],
    ],
    '1',
  )
  expect(await createInMemoryCatalog(readStore).facets({})).toMatchObject({
    counts: { size: { M: 1 } },
    left: { size: { M: 1 } },
  })
})

test('after any commits the catalog finds and counts the same products as a scan of all documents', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 60 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(query, sort, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (batches, questions, asksBetween) => {
        const store = openSqliteReadStore(':memory:')
        await commitTo(store, [], '1')
        const catalog = createInMemoryCatalog(store)
        await catalog.size()
        for (const [n, batch] of batches.entries()) {
          await commitTo(store, batch, String(n + 2), String(n + 1))
          // The catalog sorts and counts when it is first asked, and must notice the changes after that.
          if (!asksBetween) continue
          for (const [, sort, limit] of questions) await pages(catalog, {}, sort, limit)
          await catalog.facets({})
        }
        const all = await everything(store)
        for (const [given, sort, limit] of questions) {
          const asked = wantedOf(given)
          const wanted = withoutPassedOver(asked, all)
          const expected = all.filter((one) => matches(one, wanted)).toSorted(naiveOrder(sort))
          expect(await pages(catalog, asked, sort, limit)).toEqual(expected.map((one) => one.product._id))
          expect(await catalog.facets(asked)).toEqual({
            ...naiveFacets(all, wanted),
            passedOver: wordsIn(asked).filter((one) => !wordsIn(wanted).includes(one)),
            corrected: [],
          })
          const byRelevance = await pages(catalog, asked, relevance, limit)
          expect(byRelevance.toSorted()).toEqual(expected.map((one) => one.product._id).toSorted())
          expect(byRelevance).toEqual(namesFirst(byRelevance, all, wanted))
        }
        await store.close()
      },
    ),
    { numRuns: 300 },
  )
})

const wordsIn = ({ search = '' }: Wanted) => tokensOf(search)

/** The same query without the words that a search ignores: words that describe a thing, and that no product with the other words has. */
function withoutPassedOver(wanted: Wanted, all: readonly Naive[]): Wanted {
  const words = wordsIn(wanted)
  const begins = (start: string, texts: readonly string[]) => texts.some((text) => text.startsWith(start))
  const isDecisive = (word: string) =>
    all.some(({ product: one }) => begins(word, wordsOf(one).name) || begins(word, wordsOf(one).facts))
  const isInName = (word: string) => all.some(({ product: one }) => begins(word, wordsOf(one).name))
  const isThing = (word: string) => ['shirt', 'skirt'].includes(word) || (word === words.at(-1) && isInName(word))
  if (!words.some((word) => isThing(word) && isDecisive(word))) return wanted
  const required = words.filter((word) => isThing(word) || isDecisive(word))
  const isFound = (word: string) =>
    all.some(({ product: one }) => [...required, word].every((each) => begins(each, wordsOf(one).all)))
  return { ...wanted, search: words.filter((word) => required.includes(word) || isFound(word)).join(' ') }
}

async function pages(catalog: Catalog, wanted: Wanted, sort: Sort, limit: number) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const found = await catalog.list(wanted, sort, limit, cursor)
    ids.push(...found.listings.map((listing) => listing.product._id))
    cursor = found.next
  } while (cursor)
  return ids
}

function matches({ product: one, available, fewest }: Naive, wanted: Wanted, except?: Facet | 'price') {
  const words = wordsOf(one).all
  const searched = wanted.search === undefined ? undefined : tokensOf(wanted.search)
  return (
    facets.every((facet) => {
      const values = wanted[facet]
      return !values || facet === except || naiveValues(one, facet).some((value) => values.includes(value))
    }) &&
    (!searched || (searched.length > 0 && searched.every((start) => words.some((held) => held.startsWith(start))))) &&
    isWithin(available, wanted.stock) &&
    isWithin(fewest, wanted.fewest) &&
    (except === 'price' ||
      (one.priceCents >= (wanted.minCents ?? 0) && one.priceCents <= (wanted.maxCents ?? Number.MAX_VALUE)))
  )
}

const naiveValues = (product: ProductDocument, facet: Facet, soldOut: readonly string[] = []): readonly string[] =>
  facet === 'color'
    ? [...new Set(product.colors.filter((one) => !soldOut.includes(one)).flatMap((one) => namesOf[one] ?? []))]
    : valuesIn(product, facet).filter((value) => !soldOut.includes(value))

/** The same products in another order: first the products that have all words of the search in their names, the newest first. */
function namesFirst(ids: readonly string[], all: readonly Naive[], { search = '' }: Wanted) {
  const isNamed = ({ product: one }: Naive) =>
    tokensOf(search).every((wanted) => tokensOf(one.name).some((word) => word === wanted))
  const named = all.filter((one) => isNamed(one) && ids.includes(one.product._id)).toSorted(naiveOrder(newest))
  const first = named.map((one) => one.product._id)
  return [...first, ...ids.filter((id) => !first.includes(id))]
}

const newest: Order = { by: 'age', descending: true }

const isWithin = (pieces: number, [least, most]: readonly [number, number] = [0, Infinity]) =>
  pieces >= least && pieces <= most

const naiveOrder = ({ by, descending }: Order) => {
  const key = ({ product: one, available, fewest }: Naive) =>
    ({ age: '', price: one.priceCents, sold: one.sold, name: one.name, stock: available, fewest })[by]
  const parts = (one: Naive) => [key(one), one.product.listedPosition, one.product._id] as const
  return (one: Naive, other: Naive) => {
    const [a, b] = [parts(one), parts(other)]
    const at = a.findIndex((part, index) => part !== b[index])
    if (at < 0) return 0
    return ((a[at] as never) < (b[at] as never) ? -1 : 1) * (descending ? -1 : 1)
  }
}

function naiveFacets(all: readonly Naive[], wanted: Wanted) {
  const counted = facets.map((facet) => {
    const counts: Record<string, number> = {}
    for (const one of all.filter((candidate) => matches(candidate, wanted, facet)))
      for (const value of naiveValues(one.product, facet)) if (value) counts[value] = (counts[value] ?? 0) + 1
    return [facet, counts]
  })
  const left = (['color', 'size'] as const).map((facet) => {
    const counts: Record<string, number> = {}
    for (const { product: one, lines } of all.filter((candidate) => matches(candidate, wanted, facet))) {
      const soldOut = facet === 'color' ? soldOutColors(lines, one) : soldOutSizes(lines, one)
      for (const value of naiveValues(one, facet, soldOut)) counts[value] = (counts[value] ?? 0) + 1
    }
    return [facet, counts]
  })
  const prices = all.filter((one) => matches(one, wanted, 'price')).map((one) => one.product.priceCents / 100)
  return {
    total: all.filter((one) => matches(one, wanted)).length,
    counts: Object.fromEntries(counted),
    left: Object.fromEntries(left),
    ...(prices.length > 0 && { price: { min: Math.min(...prices), max: Math.max(...prices) } }),
  }
}

async function everything(store: ReadStore): Promise<readonly Naive[]> {
  const stocks = new Map((await store.find(stock)).documents.map((document) => [document._id, document.lines]))
  return (await store.find(products)).documents
    .filter(({ deleted }) => !deleted)
    .map((document) => {
      const lines = stocks.get(document._id) ?? noPieces
      return { product: document, lines, available: availableOf(lines, document), fewest: fewestLeft(lines, document) }
    })
}

function commitTo(store: ReadStore, writes: readonly [string, Write][], to: string, from = '') {
  const of = (name: string) => writes.filter(([projection]) => projection === name).map(([, write]) => write)
  const projections = [products.name, stock.name]
  return store.commit({
    projections,
    from,
    to,
    writes: Object.fromEntries(projections.map((name) => [name, of(name)])),
  })
}

const commit = (...writes: [string, Write][]) => commitTo(readStore, writes, String(position + 1), String(position++))
const [sample] = fc.sample(product, { seed: 1, numRuns: 1 }) as [ProductDocument]
const write = (id: string, changes: Partial<ProductDocument> = {}): [string, Write] => [
  products.name,
  { id, document: { ...sample, _id: id, deleted: false, ...changes } as Document },
]
function counted(id: string, available: number): [string, Write] {
  return [
    stock.name,
    { id, document: { _id: id, lines: [{ ...SHARED, onHand: available, reserved: 0 }], counts: 1 } as Document },
  ]
}
const ids = (catalog: Catalog) => pages(catalog, {}, { by: 'age', descending: false }, 1000)

test('the catalog has the earlier documents of the read store, and the changes of commits during loading', async () => {
  await commitTo(readStore, [write('p1'), write('p2')], '1')
  const catalog = createInMemoryCatalog(readStore)
  await commit(write('p3'), write('p2', { deleted: true }), counted('p1', 7))
  expect((await ids(catalog)).toSorted()).toEqual(['p1', 'p3'])
  expect((await catalog.get('p1'))?.available).toBe(7)
})

test('when a commit resolves, the catalog already has its changes', async () => {
  await commitTo(readStore, [write('p1')], '1')
  const catalog = createInMemoryCatalog(readStore)
  const before = await catalog.revision()
  await commit(write('p1', { priceCents: 4711 }))
  expect((await catalog.get('p1'))?.product.priceCents).toBe(4711)
  expect(await catalog.revision()).not.toBe(before)
})

test('when a collection is rebuilt, its new documents replace the catalog', async () => {
  await commitTo(readStore, [write('p1')], '1')
  const catalog = createInMemoryCatalog(readStore)
  await catalog.size()
  const another = openSqliteReadStore(':memory:')
  const building = createInMemoryCatalog(another)
  await building.size()
  await replaceDocuments(another, products, [{ ...sample, _id: 'p9', deleted: false }], '5')
  expect(await ids(building)).toEqual(['p9'])
  await another.close()
})

test('the catalog is loaded again after the read store was unreachable', async () => {
  await commitTo(readStore, [write('p1')], '1')
  let isAway = true
  const find: ReadStore['find'] = (...asked) => (isAway ? Promise.reject(new Error('away')) : readStore.find(...asked))
  const catalog = createInMemoryCatalog({ ...readStore, find })
  await expect(catalog.size()).rejects.toThrow('away')
  isAway = false
  expect(await ids(catalog)).toEqual(['p1'])
})

test('a damaged read model is not shown, but refused until it is rebuilt', async () => {
  await replaceDocuments(readStore, products, [], '1')
  await readStore.commit(stepOf(products.name, '1', '1', [], { damaged: true }))
  const catalog = createInMemoryCatalog(readStore)
  await expect(catalog.size()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(catalog.isLoaded()).toBe(false)
  await replaceDocuments(readStore, products, [{ ...sample, _id: 'p1', deleted: false }], '2')
  expect(await catalog.size()).toBe(1)
})

test('a read model that is lost while it is read is refused too', async () => {
  await replaceDocuments(readStore, products, [{ ...sample, _id: 'p1', deleted: false }], '1')
  const find: ReadStore['find'] = async (from, query) => {
    await readStore.commit(stepOf(products.name, '1', '1', [], { damaged: true }))
    return { ...(await readStore.find(from, query)), documents: [] }
  }
  await expect(createInMemoryCatalog({ ...readStore, find }).size()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('the catalog counts as loaded after its first load, even if attempts before it failed, and also during a reload', async () => {
  let isAway = true
  const pause = Promise.withResolvers<void>()
  const find: ReadStore['find'] = async (...asked) => {
    if (isAway) throw new Error('away')
    await pause.promise
    return readStore.find(...asked)
  }
  const catalog = createInMemoryCatalog({ ...readStore, find })
  expect(catalog.isLoaded()).toBe(false)
  await expect(catalog.size()).rejects.toThrow('away')
  isAway = false
  // Only this call can start the second attempt, because nothing else queries the catalog.
  expect(catalog.isLoaded()).toBe(false)
  pause.resolve()
  await expect.poll(catalog.isLoaded).toBe(true)
  await replaceDocuments(readStore, products, [{ ...sample, _id: 'p9', deleted: false }], '5')
  expect(catalog.isLoaded()).toBe(true)
})

test('a page continues after its cursor even if the product at the cursor was deleted', async () => {
  const priced = (id: string, priceCents: number) => write(id, { priceCents })
  await commitTo(readStore, [priced('p1', 100), priced('p2', 200), priced('p3', 300), priced('p4', 400)], '1')
  const catalog = createInMemoryCatalog(readStore)
  for (const descending of [false, true]) {
    const { next } = await catalog.list({}, { by: 'price', descending }, 2)
    const gone = descending ? 'p3' : 'p2'
    await commit(write(gone, { deleted: true }))
    const { listings } = await catalog.list({}, { by: 'price', descending }, 2, next)
    expect(listings.map((listing) => listing.product._id)).toEqual(descending ? ['p2', 'p1'] : ['p3', 'p4'])
    await commit(priced(gone, descending ? 300 : 200))
  }
})

test('paging also works if only a few of many products match', async () => {
  const many = Array.from({ length: 100 }, (_, n) => write(`p${n}`, { brand: n % 40 === 0 ? 'Rare' : 'Fenn' }))
  await commitTo(readStore, many, '1')
  const found = await pages(createInMemoryCatalog(readStore), { brand: ['Rare'] }, { by: 'age', descending: true }, 1)
  expect(found.toSorted()).toEqual(['p0', 'p40', 'p80'])
})
