import Router, { type RouterContext } from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { LOW_STOCK, MAX_LISTED } from '@shop/language/limits'
import {
  AdminProductQuery,
  ProductFilters,
  ProductQuery,
  type StockLevel,
  SuggestionQuery,
  type Suggestions,
} from '@shop/language/product/api'
import { products } from '@shop/language/product/document'
import { productEtag, productView, productWithStock } from '@shop/language/product/view'
import { wantedPicture, wordsOfSearch } from '@shop/language/product/wanted-picture'
import { stock } from '@shop/language/stock/document'
import { toCents, toDecimal } from '@shop/language/values/money'
import { adminOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import { mayBeKept } from '@shop/server/http/public-answers'
import { clientOf } from '@shop/server/limits/address-keys'
import { newLongLists } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { Answering } from './answering.ts'
import type { Catalog, Listing, Sort, Suggested, Wanted } from './catalog/catalog.ts'
import { bestSeller, listingOf, newArrivals, newest, popularity, relevance, similarTo } from './catalog/recommended.ts'

const sorts = {
  '': newest,
  priceasc: { by: 'price', descending: false },
  pricedesc: { by: 'price', descending: true },
  popularity,
} satisfies Readonly<Record<string, Sort>>
const adminSorts = {
  ...sorts,
  name: { by: 'name', descending: false },
  stock: { by: 'stock', descending: false },
} satisfies Readonly<Record<string, Sort>>

/** TABLE: the ranges for each level of stock. */
const stockLevels: Readonly<Record<StockLevel, Pick<Wanted, 'stock' | 'fewest'>>> = {
  out: { stock: [0, 0] },
  low: { stock: [1, Number.POSITIVE_INFINITY], fewest: [0, LOW_STOCK] },
  in: { stock: [1, Number.POSITIVE_INFINITY] },
}

/** Requests for longer lists are limited, unless a cache answers them. */
const LONG = 100
const SUGGESTED = 5

export function productRoutes(catalog: Catalog, counters: Counters): Answering {
  const router = new Router({ strict: true, sensitive: true })
  const limitLong = createLimit(
    counters,
    newLongLists,
    'Too many long lists. Request fewer products at a time (parameter: limit)',
  )
  /** The answer is the same for all callers, so caches may store the answer. */
  const shown = (path: string, answer: (ctx: RouterContext) => Promise<object>) =>
    router.get(path, async (ctx) => {
      mayBeKept(ctx)
      ctx.body = await answer(ctx)
    })

  shown('/products', async (ctx) => {
    const { sortBy = '', limit = MAX_LISTED, cursor, ...query } = parseQuery(ProductQuery, ctx)
    const found = await catalog.list(wantedOf(query), sortOf(sorts[sortBy], query.search), limit, cursor)
    if (found.listings.length > LONG) await limitLong.take(clientOf(ctx.ip))
    linkNext(ctx, found.next)
    return found.listings.map(viewOf)
  })

  shown('/products/facets', (ctx) => catalog.facets(wantedOf(parseQuery(ProductFilters, ctx))))

  shown('/search/suggestions', async (ctx) => {
    const { q } = parseQuery(SuggestionQuery, ctx)
    return q === undefined ? NO_SUGGESTIONS : suggestionsOf(await catalog.suggest(q, SUGGESTED), wordsOfSearch(q))
  })

  shown('/products/best-seller', async () => {
    const best = await bestSeller(catalog)
    if (!best) throw new ShopError('NOT_FOUND', 'There are no products yet')
    return { ...productWithStock(best.product, best.lines), hasSold: best.product.sold > 0 }
  })

  shown('/products/new-arrivals', async () => (await newArrivals(catalog)).map(viewOf))

  shown('/products/similar/:id', async (ctx) => (await similarTo(catalog, ctx.params.id ?? '')).map(viewOf))

  shown('/products/:id', async (ctx) => {
    const { product, lines, counts } = await listingOf(catalog, ctx.params.id ?? '')
    ctx.set('ETag', productEtag(product.version, counts, product, lines))
    return productWithStock(product, lines)
  })

  router.get('/admin/products', async (ctx) => {
    adminOf(ctx)
    const { sortBy = '', limit = MAX_LISTED, cursor, stock, ...query } = parseQuery(AdminProductQuery, ctx)
    const wanted = { ...query, ...(stock && stockLevels[stock]) }
    const found = await catalog.list(wanted, sortOf(adminSorts[sortBy], query.search), limit, cursor)
    linkNext(ctx, found.next)
    ctx.body = found.listings.map(({ product, lines }) => productWithStock(product, lines))
  })

  return [router, [products, stock]]
}

const NO_SUGGESTIONS: Suggestions = { products: [], categories: [] }

const suggestionsOf = ({ listings, categories, nearest }: Suggested, words: readonly string[]): Suggestions => ({
  products: listings.map(({ product }) => {
    const { _id, name, priceCents, images } = product
    const wanted = wantedPicture(product, words)
    return {
      _id,
      name,
      price: toDecimal(priceCents),
      image: (wanted ?? images[0])?.url ?? '',
      ...(wanted?.color && { color: wanted.color }),
    }
  }),
  categories: Object.entries(categories)
    .map(([category, total]) => ({ category, total }))
    .toSorted((one, other) => other.total - one.total),
  ...(nearest !== undefined && { nearest }),
})

const sortOf = (asked: Sort, search: string | undefined) =>
  asked === newest && search !== undefined ? relevance : asked

const viewOf = ({ product, lines }: Listing) => productView(product, lines)

function wantedOf({ collection, minPrice, maxPrice, ...filters }: ProductFilters): Wanted {
  const isAll = collection === undefined || collection.toLowerCase() === 'all'
  return {
    ...filters,
    collection: isAll ? undefined : [collection],
    minCents: minPrice === undefined ? undefined : toCents(minPrice),
    maxCents: maxPrice === undefined ? undefined : toCents(maxPrice),
  }
}
