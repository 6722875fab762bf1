import { once } from 'node:events'
import { toCents } from '@shop/language/api/money'
import { SHARED } from '@shop/language/events/stock-events'
import { type ProductDocument, products } from '@shop/language/read-models/products'
import { type StockDocument, stock } from '@shop/language/read-models/stock'
import { noPieces } from '@shop/language/stock/stock-lines'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { productView } from '@shop/language/views/product-view'
import { openMongoReadStore } from '@shop/mongodb/read-store/mongodb-read-store'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { replaceDocuments } from '@shop/stores/read-store/replace-documents'
import { followStandings } from '@shop/stores/read-store/standings'
import Koa, { type Middleware } from 'koa'
import { MongoClient } from 'mongodb'
import { createInMemoryCatalogue } from '../src/catalogue/in-memory/in-memory-catalogue.ts'
import { createQueryService } from '../src/create-query-service.ts'

/** Where the answers of a process come from. */
export type From = 'memory' | 'mongodb'

const genders = ['Men', 'Women', 'Unisex']
const categories = ['Top Wear', 'Bottom Wear', 'Outerwear']
const LIMIT = 24
const HOW_MANY_QUESTIONS = 90

export function questions(kind: 'list' | 'detail', count: number): readonly string[] {
  return Array.from({ length: HOW_MANY_QUESTIONS }, (_, n) =>
    kind === 'detail'
      ? `/products/p${Math.floor((n * count) / HOW_MANY_QUESTIONS)}`
      : `/products?${new URLSearchParams({ ...filterOf(n), minPrice: String(n), sortBy: 'priceAsc', limit: String(LIMIT) })}`,
  )
}

const filterOf = (n: number) => ({ gender: genders[n % 3]!, category: categories[Math.floor(n / 3) % 3]! })

export async function fillShop(url: string, count: number) {
  const readStore = await openMongoReadStore(url)
  const all = Array.from({ length: count }, (_, n) => productOf(n))
  await replaceDocuments(readStore, products, all, 'bench.1')
  const counted = all.map(
    ({ _id }): StockDocument => ({
      _id,
      lines: [{ ...SHARED, onHand: 5, reserved: 0 }],
      counts: 1,
    }),
  )
  await replaceDocuments(readStore, stock, counted, 'bench.1')
  await readStore.close()
}

const productOf = (n: number): ProductDocument => ({
  ...sampleProduct,
  _id: `p${n}`,
  name: `Shirt ${n}`,
  description: 'A shirt of washed linen that gets softer with each wash. '.repeat(4),
  priceCents: 900 + ((n * 7919) % 20_000),
  sku: `SEL-${n}`,
  ...filterOf(n),
  material: 'Linen',
  collections: 'Weekend',
  sizes: ['S', 'M', 'L'],
  colors: ['Red', 'Blue'],
  images: [{ url: `/pictures/shirt-${n % 50}-1200.webp`, altText: 'A shirt' }],
  listedAt: '2026-01-01T00:00:00.000Z',
  listedPosition: String(n).padStart(16, '0'),
  version: 0,
  sold: n % 100,
  soldLately: [],
  deleted: false,
})

/** The query-service as it is. */
async function fromMemory(url: string): Promise<Middleware> {
  const readStore = await openMongoReadStore(url)
  return createQueryService({
    readStore,
    catalogue: createInMemoryCatalogue(readStore),
    followed: followStandings(readStore, [products.name, stock.name]),
    log: {} as EventReader,
    counters: createUnlimitedCounters(),
    verify: async () => undefined,
    callerBy: async () => undefined,
  })
}

type Stored<D> = { _id: string; document: D }

/** The same answers, each asked of the database, with the index that its question wants. */
async function fromMongo(url: string): Promise<Middleware> {
  const db = (await MongoClient.connect(url)).db()
  const listed = db.collection<Stored<ProductDocument>>(products.name)
  const counted = db.collection<Stored<StockDocument>>(stock.name)
  const order = { 'document.priceCents': 1, _id: 1 } as const
  await listed.createIndex({ 'document.gender': 1, 'document.category': 1, ...order })

  return async (ctx) => {
    const { gender, category, minPrice } = ctx.query
    const id = /^\/products\/(\w+)$/.exec(ctx.path)?.[1]
    const filter = id
      ? { _id: id }
      : {
          'document.gender': String(gender),
          'document.category': String(category),
          'document.priceCents': { $gte: toCents(Number(minPrice)) },
        }
    const found = await listed.find(filter).sort(order).limit(LIMIT).toArray()
    const ids = found.map(({ _id }) => _id)
    const left = new Map(
      (await counted.find({ _id: { $in: ids } }).toArray()).map(({ _id, document }) => [_id, document]),
    )
    const views = found.map(({ _id, document }) => productView(document, left.get(_id)?.lines ?? noPieces))
    ctx.body = id ? views[0] : views
  }
}

if (import.meta.main) {
  const [from, url = ''] = process.argv.slice(2)
  const server = new Koa().use(await (from === 'memory' ? fromMemory(url) : fromMongo(url))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ ms: (user + system) / 1000, rssMB: process.memoryUsage.rss() / 1e6 })
  })
  process.once('disconnect', () => process.exit())
  process.send?.(server.address())
}
