import type { Product } from '@shop/language/product/api'
import type { Image } from '@shop/language/product/picture'
import { cellsOf, type StockCell, stockBody, withRest } from './stock-cells.ts'

/** A product as its form shows it: text as typed, and lists as comma-separated text. */
export const emptyDraft = {
  name: '',
  description: '',
  price: '',
  countInStock: '',
  /** The counts by size and color. Empty for a product with a single count. */
  stock: [] as readonly StockCell[],
  sku: '',
  category: '',
  brand: '',
  material: '',
  gender: '',
  collections: '',
  sizes: '',
  colors: '',
  images: [] as readonly Image[],
  tones: {} as Product['tones'],
}
export type Draft = typeof emptyDraft
export type DraftField = keyof Draft

export function draftOf(product: Product): Draft {
  const { _id, createdAt, collection, size, color, soldOutSizes, ...own } = product
  return {
    ...own,
    price: String(own.price),
    countInStock: String(own.countInStock),
    stock: cellsOf(product),
    sku: own.sku ?? '',
    sizes: own.sizes.join(', '),
    colors: own.colors.join(', '),
  }
}

/** A comma-separated list, trimmed (spec §5). */
export const listIn = (text: string): readonly string[] => text.split(',').flatMap((value) => value.trim() || [])

/** Keeps the total while the admin divides the pieces among sizes and colors, unless the typed pieces are more than the total. */
export const withPiecesDivided = (draft: Draft): Draft =>
  draft.stock.length === 0
    ? draft
    : { ...draft, stock: withRest(draft.stock, draft.countInStock, listIn(draft.sizes), listIn(draft.colors)) }

export function bodyOf(draft: Draft) {
  const { price, countInStock, stock, sizes, colors, images, name, tones } = draft
  const kept = listIn(colors)
  return {
    ...draft,
    price: Number(price),
    countInStock: stock.length > 0 ? undefined : Number(countInStock),
    stock: stock.length > 0 ? stockBody(stock, listIn(sizes), kept) : undefined,
    sizes: listIn(sizes),
    colors: kept,
    images: images.map((image) => ({ ...image, altText: image.altText || name })),
    tones: Object.fromEntries(Object.entries(tones).filter(([color]) => kept.includes(color))),
  }
}

export function changedFields(before: Draft, after: Draft): readonly DraftField[] {
  const [one, other] = [bodyOf(before), bodyOf(after)]
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

/** The server keeps the fields that it does not receive. */
export function changesBetween(before: Draft, after: Draft): Partial<ReturnType<typeof bodyOf>> {
  const body = bodyOf(after)
  return Object.fromEntries(changedFields(before, after).map((field) => [field, body[field]]))
}

const fields = Object.keys(emptyDraft) as readonly DraftField[]
