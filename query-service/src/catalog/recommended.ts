import { ShopError } from '@shop/language/errors'
import type { Catalog, Listing, Sort } from './catalog.ts'

/* The rules for best seller, similar products and popularity (decisions P4: recommended products). */

const NEW_ARRIVALS = 8
const SIMILAR = 4

export const newest = { by: 'age', descending: true } as const satisfies Sort
/** The best match first; among equal matches, the newest product. */
export const relevance: Sort = { by: 'relevance', descending: true }
/** The most sold product first; among equally sold products, the newest. */
export const popularity: Sort = { by: 'sold', descending: true }

export async function newArrivals(catalog: Catalog): Promise<readonly Listing[]> {
  return (await catalog.list({}, newest, NEW_ARRIVALS)).listings
}

export async function bestSeller(catalog: Catalog): Promise<Listing | undefined> {
  const [mostSold] = (await catalog.list({}, popularity, 1)).listings
  if (!mostSold || mostSold.product.sold > 0) return mostSold
  const [newestInStock] = (await catalog.list({ stock: [1, Number.POSITIVE_INFINITY] }, newest, 1)).listings
  return newestInStock ?? mostSold
}

/** Throws NOT_FOUND if the product is not for sale. */
export async function similarTo(catalog: Catalog, productId: string): Promise<readonly Listing[]> {
  const { product } = await listingOf(catalog, productId)
  const alike = { gender: [product.gender], category: [product.category] }
  const { listings } = await catalog.list(alike, popularity, SIMILAR + 1)
  return listings.filter((listing) => listing.product._id !== productId).slice(0, SIMILAR)
}

/** Throws NOT_FOUND if the product is not for sale. */
export async function listingOf(catalog: Catalog, productId: string): Promise<Listing> {
  const listing = await catalog.get(productId)
  if (!listing) throw new ShopError('NOT_FOUND', 'There is no such product')
  return listing
}
