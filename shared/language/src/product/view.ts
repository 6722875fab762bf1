import type { SizeAndColor } from '../stock/events.ts'
import { availableOf, type CountedLines, ownLines, soldOutSizes } from '../stock/lines.ts'
import { isSameLine, type Offered } from '../stock/pieces-left.ts'
import { toDecimal } from '../values/money.ts'
import type { Product } from './api.ts'
import type { ProductDetails } from './events.ts'
import { type ProductWords, productWordNames } from './words.ts'

type Facts = ProductDetails & { _id: string; listedAt: string }

/** The fields for collections, sizes and colors have two names each (decisions P2: two names of a field). */
export const productView = (product: Facts, lines: CountedLines): Product => ({
  _id: product._id,
  name: product.name,
  description: product.description,
  price: toDecimal(product.priceCents),
  ...(product.sku && { sku: product.sku }),
  countInStock: availableOf(lines, product),
  soldOutSizes: soldOutSizes(lines, product),
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

/** Includes the stock by size and color (decisions S1b). */
export const productWithStock = (product: Facts, lines: CountedLines): Product => ({
  ...productView(product, lines),
  stock: ownLines(lines, product).map(({ size, color, left }) => {
    const sku = skuOf(product, { size, color })
    return { size, color, ...(sku && { sku }), countInStock: left }
  }),
})

export const skuOf = ({ lineSkus }: Pick<ProductDetails, 'lineSkus'>, line: SizeAndColor) =>
  lineSkus.find((other) => isSameLine(other, line))?.sku ?? ''

const wordsOf = (product: ProductWords) =>
  Object.fromEntries(productWordNames.map((name) => [name, product[name]])) as ProductWords

type Versions = { version: number; counts: number; available: number; lines: readonly number[] }

/** The available pieces of the lines are in the order of the answer's `stock` (decisions S4: an old count; decisions S1b). */
export function productEtag(version: number, counts: number, product: Offered, lines: CountedLines) {
  const left = ownLines(lines, product).map((line) => line.left)
  return `"${[version, counts, availableOf(lines, product), ...(left.length > 0 ? [left.join('.')] : [])].join('-')}"`
}

export function readProductEtag(etag: string): Versions | undefined {
  const [, version, counts, available, lines] = /^(?:W\/)?"(\d+)-(\d+)-(\d+)(?:-(\d+(?:\.\d+)*))?"$/.exec(etag) ?? []
  if (available === undefined) return undefined
  return {
    version: Number(version),
    counts: Number(counts),
    available: Number(available),
    lines: lines === undefined ? [] : lines.split('.').map(Number),
  }
}
