import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Collection, Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { type ProductDocument, products } from '@shop/language/product/document'
import { type StockDocument, stock } from '@shop/language/stock/document'
import { availableOf, fewestLeft, noPieces } from '@shop/language/stock/lines'
import { defect, logFact } from '@shop/stores/logger/logger'
import { damagedReadModel } from '@shop/stores/read-store/checkpoint'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'
import type { Catalog, Listing, Suggested } from '../catalog.ts'
import { relevance } from '../recommended.ts'
import { otherWordings } from '../search/understand.ts'
import { type CatalogIndex, createCatalogIndex } from './catalog-index.ts'
import { countFacets } from './count-facets.ts'
import { foundByWords } from './found-by-words.ts'
import { pageOf, search } from './search.ts'
import { createTrust } from './trust.ts'

const PAGE = 1000
/** The reading of so many products' words takes about 4 ms. */
const READ_AT_ONCE = 500
const PAUSE_MS = 50

type Contents = { index: CatalogIndex; stocks: Map<string, StockDocument> }

/** Keeps all products and their stock in memory. When a commit of the read store resolves, the catalog already contains the changes. */
export function createInMemoryCatalog(
  readStore: ReadStore,
  now: () => number = performance.now.bind(performance),
): Catalog {
  const trust = createTrust(() => readStore.count(products, {}, 1), now)
  /** Undefined until the catalog was loaded once. */
  let contents: Contents | undefined
  let revision = 0
  let commitsWhileReading: Step[] | undefined
  let reading: Promise<CatalogIndex>
  let failed = false

  readStore.onCommit((step) => {
    // A step from the start of the log means that a read model was rebuilt. The step does not contain the new documents.
    const isRebuilt = step.from === START && [products, stock].some(({ name }) => step.projections.includes(name))
    // A halt adds a header to answers about products, so cached answers are out of date.
    const isOurs = [products, stock].some(({ name }) => step.writes[name] || step.failures?.[name])
    if (!isRebuilt && !isOurs) return
    revision++
    if (isRebuilt) readAll()
    else if (commitsWhileReading) commitsWhileReading.push(step)
    else if (contents) apply(contents, step)
  })
  readAll()

  function readAll() {
    const meanwhile: Step[] = []
    commitsWhileReading = meanwhile
    failed = false
    reading = readContents(readStore).then((read) => {
      if (commitsWhileReading !== meanwhile) return reading
      for (const step of meanwhile) apply(read, step)
      contents = read
      revision++
      commitsWhileReading = undefined
      readWords(read.index).catch((error) => logFact('error', 'Words of products cannot be read', defect(error)))
      return read.index
    })
    reading.catch(() => {
      failed = commitsWhileReading === meanwhile
    })
  }

  /** For a search, with the words of all products. */
  async function current(searched?: string) {
    await trust.confirmed()
    if (failed) readAll()
    const index = await reading
    if (searched !== undefined) while (index.readWords(READ_AT_ONCE)) await nextTurn()
    return index
  }

  return {
    list: async (wanted, ...page) => search(await current(wanted.search), wanted, ...page),
    facets: async (wanted) => countFacets(await current(wanted.search), wanted),
    suggest: async (searched, limit) => suggest(await current(searched), searched, limit),
    get: async (productId) => (await current()).get(productId),
    async getMany(productIds) {
      const index = await current()
      return new Map(productIds.flatMap((id) => index.get(id) ?? []).map((listing) => [listing.product._id, listing]))
    },
    size: async () => (await current()).size(),
    revision: () => (trust.isConfirmed() ? revision : undefined),
    isLoaded() {
      if (failed) readAll()
      return contents !== undefined
    },
  }
}

async function readContents(readStore: ReadStore): Promise<Contents> {
  const stocks = new Map<string, StockDocument>()
  for await (const document of documentsOf(readStore, stock)) stocks.set(document._id, document)
  const index = createCatalogIndex()
  for await (const product of documentsOf(readStore, products))
    if (!product.deleted) index.put(listedWith(product, stocks.get(product._id)))
  // A read model could be lost while it is read.
  const checkpoints = await readStore.checkpoints()
  for (const { name } of [products, stock]) if (checkpoints.get(name)?.damaged) throw damagedReadModel(name)
  return { index, stocks }
}

/** The start of a shop does not wait for the words, which only searches need. */
async function readWords(index: CatalogIndex) {
  do await sleep(PAUSE_MS, undefined, { ref: false })
  while (index.readWords(READ_AT_ONCE))
}

async function* documentsOf<D extends Document>(readStore: ReadStore, collection: Collection<D>) {
  let after: string | undefined
  do {
    const page = await readStore.find(collection, { limit: PAGE, ...(after !== undefined && { after }) })
    yield* page.documents
    after = page.next
  } while (after !== undefined)
}

function apply({ index, stocks }: Contents, { writes }: Step) {
  for (const { id, document } of writes[products.name] ?? []) {
    const product = document as ProductDocument | undefined
    if (!product || product.deleted) index.remove(id)
    else index.put(listedWith(product, stocks.get(id)))
  }
  for (const { id, document } of writes[stock.name] ?? []) {
    const counted = document as StockDocument
    stocks.set(id, counted)
    const entry = index.get(id)
    if (entry) index.put(listedWith(entry.product, counted))
  }
}

function listedWith(product: ProductDocument, counted: StockDocument | undefined): Listing {
  const { lines, counts } = counted ?? { lines: noPieces, counts: 0 }
  return { product, available: availableOf(lines, product), fewest: fewestLeft(lines, product), lines, counts }
}

function suggest(index: CatalogIndex, search: string, limit: number): Suggested {
  const { found } = foundByWords(index, search)
  const { listings } = pageOf(index, { wanted: {}, found, sort: relevance, limit })
  const categories: Record<string, number> = {}
  for (const { listing } of found.keys()) {
    const { category } = listing.product
    if (category) categories[category] = (categories[category] ?? 0) + 1
  }
  if (listings.length > 0) return { listings, categories }
  const isFound = (wording: string) => foundByWords(index, wording).found.size > 0
  const nearest = otherWordings(search, index.words).find(isFound)
  return { listings, categories, ...(nearest !== undefined && { nearest }) }
}
