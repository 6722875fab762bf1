import type { Facets } from '@shop/language/api/catalog'
import type { ProductDocument } from '@shop/language/read-models/products'
import type { CountedLines } from '@shop/language/stock/stock-lines'

/**
 * A product that is for sale: its stock by line, of which `available` can be bought in all, and the number of stock
 * counts so far, for the ETag.
 */
export type Listing = Readonly<{
  product: ProductDocument
  available: number
  /** What is left of the size and colour of which there are fewest. */
  fewest: number
  lines: CountedLines
  counts: number
}>

/** What products are filtered by and counted by. */
export type Facet = 'category' | 'gender' | 'color' | 'size' | 'material' | 'brand' | 'collection'

/** The filters of a list: any value of one filter matches, and all filters have to (decisions P3). Absent filters match everything. */
export type Wanted = Readonly<
  { [Filter in Facet]?: readonly string[] | undefined } & {
    /** In a shopper's words: the product must have each that is not passed over, in some form or under another name (search/understand.ts). */
    search?: string | undefined
    minCents?: number | undefined
    maxCents?: number | undefined
    /** The range of available pieces in all, and of the size and colour of which there are fewest; inclusive. */
    stock?: readonly [number, number] | undefined
    fewest?: readonly [number, number] | undefined
  }
>

/**
 * `age` descending is newest first. Ties are ordered by age, in the same direction. `relevance` is how near products come to
 * what is searched for: names before descriptions.
 */
export type Sort =
  | Readonly<{ by: 'age' | 'price' | 'sold' | 'name' | 'stock' | 'fewest'; descending: boolean }>
  | Readonly<{ by: 'relevance'; descending: true }>

/** `next` is the cursor of the next page; undefined on the last. */
export type ListingPage = Readonly<{ listings: readonly Listing[]; next?: string }>

/** What a search that is being typed may become: the nearest products, how many there are by category, and other words if there are none. */
export type Suggested = Readonly<{
  listings: readonly Listing[]
  categories: Readonly<Record<string, number>>
  /** Words that find something, where the search finds nothing. */
  nearest?: string
}>

/**
 * All products that are for sale, as of the newest commit of the read models. Queries wait while the
 * documents are read, at the start and after a rebuild, and throw ShopError UNAVAILABLE when commits could not have been
 * noticed for a minute. Adapter: in-memory/in-memory-catalogue.ts.
 */
export interface Catalogue {
  /** The first `limit` matches after a cursor; throws VALIDATION_FAILED for a cursor of another list. */
  list(wanted: Wanted, sort: Sort, limit: number, cursor?: string): Promise<ListingPage>
  /** How many products would match with each value chosen too, and the range of prices. */
  facets(wanted: Wanted): Promise<Facets>
  /** For a search that is being typed; the `limit` nearest products. */
  suggest(search: string, limit: number): Promise<Suggested>
  get(productId: string): Promise<Listing | undefined>
  /** The listings of those ids that are for sale. */
  getMany(productIds: readonly string[]): Promise<ReadonlyMap<string, Listing>>
  size(): Promise<number>
  /**
   * Changes with every change of what the catalogue answers, or of whether that is up to date: answers of an earlier revision are out of date.
   * Undefined while commits could not have been noticed for a minute.
   */
  revision(): number | undefined
  /** Whether it was ready once; if loading has failed, it is started again. Never waits. */
  isLoaded(): boolean
}
