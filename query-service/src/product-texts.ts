import { productView } from '@shop/language/views/product-view'
import { LRUCache } from 'lru-cache'
import type { Listing } from './catalogue/catalogue.ts'

const MOST_KEPT_BYTES = 16 * 1024 * 1024
const OPEN = Buffer.from('[')
const CLOSE = ']'.charCodeAt(0)
const encoder = new TextEncoder()

/**
 * Lists of products as JSON. A product's own text is kept for as long as the product is as it is: a list of a thousand that nobody
 * has asked for before is put together of bytes that are there.
 */
export function createProductTexts(): (listings: readonly Listing[]) => Buffer {
  const texts = new LRUCache<Listing, Uint8Array>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: (text) => text.length,
  })

  /** With the comma before the next. */
  function textOf(listing: Listing): Uint8Array {
    const known = texts.get(listing)
    if (known) return known
    // In memory of its own: a small Buffer would keep the 64 KiB that Node cuts many of them from.
    const text = encoder.encode(`${JSON.stringify(productView(listing.product, listing.lines))},`)
    texts.set(listing, text)
    return text
  }

  return (listings) => {
    if (listings.length === 0) return Buffer.from('[]')
    const list = Buffer.concat([OPEN, ...listings.map(textOf)])
    list[list.length - 1] = CLOSE
    return list
  }
}
