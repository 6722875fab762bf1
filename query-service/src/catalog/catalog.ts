import type { Facets } from '@shop/language/api/catalog'
import type { ProductDocument } from '@shop/language/read-models/products'
import type { CountedLines } from '@shop/language/stock/stock-lines'

/**
 * A product that is for sale, with its stock by line. `available`: how many pieces can be bought in total. `counts`: the number of stock
 * counts so far, for the ETag.
 */
export type Listing = Readonly<{
  product: ProductDocument
  available: number
  /** How many pieces are left of the size and color that has the fewest. */
  fewest: number
  lines: CountedLines
  counts: number
}>

/** The facts by which products are filtered and counted. */
export type Facet = 'category' | 'gender' | 'color' | 'size' | 'material' | 'brand' | 'collection'

/**
 * The filters of a list. A product must match one value of each given filter (decisions P3: lists of products). A filter that is not given
 * matches every product.
 */
export type Wanted = Readonly<
  { [Filter in Facet]?: readonly string[] | undefined } & {
    /**
     * A search in a shopper's words. A product must match each word in some form, or by another name of the same thing. Some words may be
     * passed over (search/understand.ts, in-memory/found-by-words.ts).
     */
    search?: string | undefined
    minCents?: number | undefined
    maxCents?: number | undefined
    /**
     * Ranges of available pieces, both ends included. `stock`: of all pieces together. `fewest`: of the size and color that has the fewest.
     */
    stock?: readonly [number, number] | undefined
    fewest?: readonly [number, number] | undefined
  }
>

/**
 * `age` descending is newest first. Products with an equal key are sorted by age, in the same direction. `relevance` is how well a product
 * matches the search: names count more than descriptions.
 */
export type Sort =
  | Readonly<{ by: 'age' | 'price' | 'sold' | 'name' | 'stock' | 'fewest'; descending: boolean }>
  | Readonly<{ by: 'relevance'; descending: true }>

/** `next` is the cursor of the next page; undefined on the last page. */
export type ListingPage = Readonly<{ listings: readonly Listing[]; next?: string }>

/** Suggestions while a search is typed: the best products, and the number of products in each category. */
export type Suggested = Readonly<{
  listings: readonly Listing[]
  categories: Readonly<Record<string, number>>
  /** Other words that find something. Given only if the search finds nothing. */
  nearest?: string
}>

/**
 * All products that are for sale, as of the newest commit of the read models. A query waits while the documents are being read, at the
 * start and after a rebuild. It throws ShopError UNAVAILABLE if the catalog could not learn of new commits for a minute. Adapter:
 * in-memory/in-memory-catalog.ts.
 */
export interface Catalog {
  /** The first `limit` matching products after the cursor. Throws VALIDATION_FAILED for a cursor of another list. */
  list(wanted: Wanted, sort: Sort, limit: number, cursor?: string): Promise<ListingPage>
  /** The range of prices, and for each value of each filter, how many products would match if that value were also chosen. */
  facets(wanted: Wanted): Promise<Facets>
  /** The `limit` best products for a search that is still being typed. */
  suggest(search: string, limit: number): Promise<Suggested>
  get(productId: string): Promise<Listing | undefined>
  /** The listings of the products with these ids that are for sale. */
  getMany(productIds: readonly string[]): Promise<ReadonlyMap<string, Listing>>
  size(): Promise<number>
  /**
   * A number that changes when the catalog's answers may change, and when one of its read models halts or continues. So an answer with an
   * earlier revision may be out of date. Undefined if the catalog could not learn of new commits for a minute.
   */
  revision(): number | undefined
  /** Whether the catalog was loaded once. If loading has failed, this call starts it again, and does not wait for it. */
  isLoaded(): boolean
}
