import type { Product } from '../api/catalog.ts'
import { toDecimal } from '../api/money.ts'
import { type ProductWords, productWordNames } from '../api/product-words.ts'
import type { ProductDetails } from '../events/product-events.ts'

type Facts = ProductDetails & { _id: string; listedAt: string }

/** A product as the API answers it, both spellings of three fields included (decisions P2). */
export const productView = (product: Facts, available: number): Product => ({
  _id: product._id,
  name: product.name,
  description: product.description,
  price: toDecimal(product.priceCents),
  ...(product.sku && { sku: product.sku }),
  countInStock: available,
  ...wordsOf(product),
  collection: product.collections,
  sizes: product.sizes,
  size: product.sizes,
  colors: product.colors,
  color: product.colors,
  images: product.images as Product['images'],
  tones: product.tones,
  createdAt: product.listedAt,
})

const wordsOf = (product: ProductWords) =>
  Object.fromEntries(productWordNames.map((name) => [name, product[name]])) as ProductWords

type Versions = { version: number; counts: number; available: number }

/** The ETag of a product: its version, the number of stock counts, and the available quantity (decisions S4). */
export const productEtag = ({ version, counts, available }: Versions) => `"${version}-${counts}-${available}"`

/** Undefined for a text that is not such an ETag. */
export function readProductEtag(etag: string): Versions | undefined {
  const [, version, counts, available] = /^(?:W\/)?"(\d+)-(\d+)-(\d+)"$/.exec(etag) ?? []
  if (available === undefined) return undefined
  return { version: Number(version), counts: Number(counts), available: Number(available) }
}
