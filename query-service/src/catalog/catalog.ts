import type { Facets } from '@shop/language/product/api'
import type { ProductDocument } from '@shop/language/product/document'
import type { Facet } from '@shop/language/product/facets'
import type { CountedLines } from '@shop/language/stock/lines'

/** `available`: how many pieces can be bought. `counts`: how often the stock was counted, for the ETag. */
export type Listing = Readonly<{
  product: ProductDocument
  available: number
  /** The pieces left in the size and color that has the fewest. */
  fewest: number
  lines: CountedLines
  counts: number
}>

/** A product must match one value of each given filter (decisions P3: lists of products). */
export type Wanted = Readonly<
  { [Filter in Facet]?: readonly string[] | undefined } & {
    /**
     * A product must have some form or synonym of each word. Some words can be ignored (search/understand.ts, in-memory/found-by-words.ts).
     */
    search?: string | undefined
    minCents?: number | undefined
    maxCents?: number | undefined
    /** Ranges of available pieces, both ends included. `fewest`: the size and color that has the fewest pieces. */
    stock?: readonly [number, number] | undefined
    fewest?: readonly [number, number] | undefined
  }
>

/**
 * Products with an equal key are sorted by age, in the same direction. With `relevance`, a word in the name counts more than a word in the
 * description.
 */
export type Sort =
  | Readonly<{ by: 'age' | 'price' | 'sold' | 'name' | 'stock' | 'fewest'; descending: boolean }>
  | Readonly<{ by: 'relevance'; descending: true }>

/** `next` is the cursor of the next page; undefined on the last page. */
export type ListingPage = Readonly<{ listings: readonly Listing[]; next?: string }>

export type Suggested = Readonly<{
  listings: readonly Listing[]
  categories: Readonly<Record<string, number>>
  /** If the search finds nothing: a similar search that finds products. */
  nearest?: string
}>

/**
 * All products that are for sale, as of the newest commit of the read models. After the start and after a rebuild, queries wait until all
 * documents are read. Queries throw ShopError UNAVAILABLE if the read store has not answered the catalog for a minute.
 */
export interface Catalog {
  /** The first `limit` matching products after the cursor. Throws VALIDATION_FAILED if the cursor is from another list. */
  list(wanted: Wanted, sort: Sort, limit: number, cursor?: string): Promise<ListingPage>
  /** The range of prices. For each value of each filter: how many products would match if the value were chosen too. */
  facets(wanted: Wanted): Promise<Facets>
  suggest(search: string, limit: number): Promise<Suggested>
  get(productId: string): Promise<Listing | undefined>
  /** A product that is not for sale is left out. */
  getMany(productIds: readonly string[]): Promise<ReadonlyMap<string, Listing>>
  size(): Promise<number>
  /**
   * A number that changes when the catalog's answers can change, and when one of its read models halts or continues. Undefined if the read
   * store has not answered the catalog for a minute.
   */
  revision(): number | undefined
  /** Whether the catalog was ever loaded. If loading has failed, starts it again without waiting for it. */
  isLoaded(): boolean
}
