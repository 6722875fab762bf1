import Router from '@koa/router'
import { AdminProductQuery, ProductQuery, type StockLevel } from '@shop/language/api/catalog'
import { toCents } from '@shop/language/api/money'
import { ShopError } from '@shop/language/errors'
import { productEtag, productView } from '@shop/language/views/product-view'
import { adminOf } from '@shop/server/http/authenticate'
import { parseQuery } from '@shop/server/http/parse'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { CatalogueIndex } from './catalogue/catalogue-index.ts'
import { countFacets } from './catalogue/count-facets.ts'
import type { Entry } from './catalogue/entry.ts'
import { type Sort, search, type Wanted } from './catalogue/search.ts'
import { FEW_LEFT } from './few-left.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { DEFAULT_LIMIT, linkNext, sortNamed } from './list-page.ts'

const NEW_ARRIVALS = 8
const SIMILAR = 4

const newest: Sort = { order: 'age', descending: true }
const popularity: Sort = { order: 'sold', descending: true }
const sorts: Readonly<Record<string, Sort>> = {
  '': newest,
  priceasc: { order: 'price', descending: false },
  pricedesc: { order: 'price', descending: true },
  popularity,
}
const adminSorts = {
  ...sorts,
  name: { order: 'name', descending: false },
  stock: { order: 'stock', descending: false },
} satisfies typeof sorts

/** From so many pieces to so many. */
const stockLevels: Readonly<Record<StockLevel, readonly [number, number]>> = {
  out: [0, 0],
  low: [1, FEW_LEFT],
  in: [1, Number.POSITIVE_INFINITY],
}

export function productRoutes(catalogue: Catalogue): Router {
  const router = new Router({ strict: true, sensitive: true })
  const kept = createKeptAnswers(catalogue.revision)

  router.get('/products', async (ctx) => {
    const index = await catalogue.current()
    const { body, next } = kept(ctx.querystring, () => {
      const { sortBy, limit = DEFAULT_LIMIT, cursor, ...query } = parseQuery(ProductQuery, ctx)
      const found = search(index, wantedOf(query), sortNamed(sorts, sortBy), limit, cursor)
      return { items: found.entries.map(viewOf), next: found.next }
    })
    linkNext(ctx, next)
    ctx.type = 'json'
    ctx.body = body
  })

  router.get('/products/facets', async (ctx) => {
    const index = await catalogue.current()
    const { body } = kept(`facets ${ctx.querystring}`, () => ({
      items: countFacets(index, wantedOf(parseQuery(ProductQuery, ctx))),
    }))
    ctx.type = 'json'
    ctx.body = body
  })

  router.get('/products/best-seller', async (ctx) => {
    const best = bestSellerOf(await catalogue.current())
    if (!best) throw new ShopError('NOT_FOUND', 'There are no products yet')
    ctx.body = viewOf(best)
  })

  router.get('/products/new-arrivals', async (ctx) => {
    ctx.body = search(await catalogue.current(), {}, newest, NEW_ARRIVALS).entries.map(viewOf)
  })

  router.get('/products/similar/:id', async (ctx) => {
    const index = await catalogue.current()
    const { product } = entryOf(index, ctx.params.id)
    const alike = { gender: [product.gender], category: [product.category] }
    ctx.body = search(index, alike, popularity, SIMILAR + 1)
      .entries.filter((entry) => entry.product._id !== product._id)
      .slice(0, SIMILAR)
      .map(viewOf)
  })

  router.get('/products/:id', async (ctx) => {
    const { product, available, counts } = entryOf(await catalogue.current(), ctx.params.id)
    const etag = productEtag({ version: product.version, counts, available })
    ctx.set('ETag', etag)
    if (isKnown(ctx.get('if-none-match'), etag)) ctx.status = 304
    else ctx.body = productView(product, available)
  })

  router.get('/admin/products', async (ctx) => {
    adminOf(ctx)
    const { sortBy, limit = DEFAULT_LIMIT, cursor, stock, ...query } = parseQuery(AdminProductQuery, ctx)
    const wanted = { ...query, stock: stock && stockLevels[stock] }
    const found = search(await catalogue.current(), wanted, sortNamed(adminSorts, sortBy), limit, cursor)
    linkNext(ctx, found.next)
    ctx.body = found.entries.map(viewOf)
  })

  return router
}

const viewOf = ({ product, available }: Entry) => productView(product, available)

function entryOf(index: CatalogueIndex, id: string | undefined): Entry {
  const entry = index.get(id ?? '')
  if (!entry) throw new ShopError('NOT_FOUND', 'There is no such product')
  return entry
}

/** Koa's own check lets `Cache-Control: no-cache`, which fetch adds, overrule the condition; RFC 9110 13.1.2 does not. */
const isKnown = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)

/** Most sold; while nothing is sold, the newest that can be had (decisions P4). */
function bestSellerOf(index: CatalogueIndex): Entry | undefined {
  const [mostSold] = search(index, {}, popularity, 1).entries
  if (!mostSold || mostSold.product.sold > 0) return mostSold
  const { age } = index.orders
  for (let at = age.length - 1; at >= 0; at--) {
    const entry = index.entryIn(age.at(at))
    if (entry.available > 0) return entry
  }
  return mostSold
}

type Filters = Omit<ProductQuery, 'sortBy' | 'limit' | 'cursor'>

function wantedOf({ collection, minPrice, maxPrice, ...filters }: Filters): Wanted {
  const isAll = collection === undefined || collection.toLowerCase() === 'all'
  return {
    ...filters,
    collection: isAll ? undefined : [collection],
    minCents: minPrice === undefined ? undefined : toCents(minPrice),
    maxCents: maxPrice === undefined ? undefined : toCents(maxPrice),
  }
}
