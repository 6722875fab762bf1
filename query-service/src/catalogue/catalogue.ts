import type { Facets } from '@shop/language/api/catalog'
import type { ProductDocument } from '@shop/language/read-models/products'

/** A product that is for sale: `available` pieces of it can be had, which were counted `counts` times. */
export type Listing = Readonly<{ product: ProductDocument; available: number; counts: number }>

/** What products are filtered by and counted by. */
export type Facet = 'category' | 'gender' | 'color' | 'size' | 'material' | 'brand' | 'collection'

/** What is asked for: any of a filter's values, and all filters together (decisions P3). Absent filters ask nothing. */
export type Wanted = Readonly<
  { [Filter in Facet]?: readonly string[] | undefined } & {
    /** All words, each by its beginning. */
    search?: string | undefined
    minCents?: number | undefined
    maxCents?: number | undefined
    /** So many pieces can be had, from and to. */
    stock?: readonly [number, number] | undefined
  }
>

/** `age` descending is the newest first. Of equals the older stands first, or last where it is descending. */
export type Sort = Readonly<{ by: 'age' | 'price' | 'sold' | 'name' | 'stock'; descending: boolean }>

/** `next` is the cursor of the page behind this one; undefined on the last. */
export type ListingPage = Readonly<{ listings: readonly Listing[]; next?: string }>

/**
 * All products that are for sale, as of the newest commit of the read models. Whatever is asked waits while the
 * documents are read, at the start and after a rebuild, and throws ShopError UNAVAILABLE when nobody could have told of
 * a commit for a minute. Adapter: in-memory/in-memory-catalogue.ts.
 */
export interface Catalogue {
  /** The first `limit` of what is wanted, behind a cursor; VALIDATION_FAILED for one of another list. */
  list(wanted: Wanted, sort: Sort, limit: number, cursor?: string): Promise<ListingPage>
  /** How many products each value would leave if it were chosen, or chosen besides, and the range of prices. */
  facets(wanted: Wanted): Promise<Facets>
  get(productId: string): Promise<Listing | undefined>
  /** Those that are for sale, by id. */
  getMany(productIds: readonly string[]): Promise<ReadonlyMap<string, Listing>>
  size(): Promise<number>
  /** Another number after every change: an answer that was made before it is out of date. */
  revision(): Promise<number>
  /** Whether it was ready once; where making it ready has failed that is begun again. Never waits. */
  isLoaded(): boolean
}
