import type { Facets } from '@shop/language/api/catalog'
import type { ProductDocument } from '@shop/language/read-models/products'
import type { CountedLines } from '@shop/language/stock/stock-lines'

/**
 * A product that is for sale, with its stock by line. `available` is the total that can be bought. `counts` is the number of stock counts
 * so far, for the ETag.
 */
export type Listing = Readonly<{
  product: ProductDocument
  available: number
  /** The pieces left of the size and color with the fewest. */
  fewest: number
  lines: CountedLines
  counts: number
}>

/** What products are filtered by and counted by. */
export type Facet = 'category' | 'gender' | 'color' | 'size' | 'material' | 'brand' | 'collection'

/**
 * The filters of a list: a product must match one value of each filter (decisions P3: lists of products). Absent filters match everything.
 */
export type Wanted = Readonly<
  { [Filter in Facet]?: readonly string[] | undefined } & {
    /**
     * In a shopper's words. The product must match each word that is not passed over, in some form or under another name
     * (search/understand.ts).
     */
    search?: string | undefined
    minCents?: number | undefined
    maxCents?: number | undefined
    /** The range of available pieces in total, and of the size and color with the fewest; inclusive. */
    stock?: readonly [number, number] | undefined
    fewest?: readonly [number, number] | undefined
  }
>

/**
 * `age` descending is newest first. Ties are sorted by age, in the same direction. `relevance` is how well products match the search:
 * names before descriptions.
 */
export type Sort =
  | Readonly<{ by: 'age' | 'price' | 'sold' | 'name' | 'stock' | 'fewest'; descending: boolean }>
  | Readonly<{ by: 'relevance'; descending: true }>

/** `next` is the cursor of the next page; undefined on the last page. */
export type ListingPage = Readonly<{ listings: readonly Listing[]; next?: string }>

/** Suggestions while a search is typed: the best products, the number of products by category, and other words if there are none. */
export type Suggested = Readonly<{
  listings: readonly Listing[]
  categories: Readonly<Record<string, number>>
  /** Words that find something, if the search finds nothing. */
  nearest?: string
}>

/**
 * All products that are for sale, as of the newest commit of the read models. Queries wait while the documents are read, at the start and
 * after a rebuild. They throw ShopError UNAVAILABLE if commits could not be noticed for a minute. Adapter:
 * in-memory/in-memory-catalogue.ts.
 */
export interface Catalogue {
  /** The first `limit` matches after a cursor; throws VALIDATION_FAILED for a cursor of another list. */
  list(wanted: Wanted, sort: Sort, limit: number, cursor?: string): Promise<ListingPage>
  /** The number of matching products if each further value were chosen, and the range of prices. */
  facets(wanted: Wanted): Promise<Facets>
  /** For a search that is being typed: the `limit` best products. */
  suggest(search: string, limit: number): Promise<Suggested>
  get(productId: string): Promise<Listing | undefined>
  /** The listings of the ids that are for sale. */
  getMany(productIds: readonly string[]): Promise<ReadonlyMap<string, Listing>>
  size(): Promise<number>
  /**
   * Changes whenever the catalog's answers change, or whether they are up to date. Answers of an earlier revision are out of date.
   * Undefined if commits could not be noticed for a minute.
   */
  revision(): number | undefined
  /** Whether it has loaded once. If loading has failed, it is started again. Never waits. */
  isLoaded(): boolean
}
