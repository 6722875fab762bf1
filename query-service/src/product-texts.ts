import { productView } from '@shop/language/views/product-view'
import { LRUCache } from 'lru-cache'
import type { Listing } from './catalogue/catalogue.ts'

const MOST_KEPT_CHARACTERS = 16 * 1024 * 1024

/**
 * Lists of products as JSON. A product's own text is kept for as long as the product is as it is: a list of a thousand that nobody
 * has asked for before is put together of texts that are there.
 */
export function createProductTexts(): (listings: readonly Listing[]) => Buffer {
  const texts = new LRUCache<Listing, string>({
    maxSize: MOST_KEPT_CHARACTERS,
    sizeCalculation: (text) => text.length,
  })

  function textOf(listing: Listing): string {
    const known = texts.get(listing)
    if (known !== undefined) return known
    const text = JSON.stringify(productView(listing.product, listing.available))
    texts.set(listing, text)
    return text
  }

  return (listings) => Buffer.from(`[${listings.map(textOf).join(',')}]`)
}
