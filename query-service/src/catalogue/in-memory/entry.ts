import type { ProductDetails } from '@shop/language/events/product-events'
import { tokensOf } from '@shop/language/read-models/tokens'
import { soldOutColors, soldOutSizes } from '@shop/language/stock/stock-lines'
import type { Facet, Listing, Sort } from '../catalogue.ts'
import type { ProductWords } from './word-index.ts'

/** A listing and its slot in the index. Never changed in place: a change is another entry in the same slot. */
export type Entry = Listing & Readonly<{ slot: number }>

/** TABLE: the values of a product for each filter. Empty values are indexed but not counted. */
export const facetValues = {
  category: (product) => [product.category],
  gender: (product) => [product.gender],
  color: (product) => product.colors,
  size: (product) => product.sizes,
  material: (product) => [product.material],
  brand: (product) => [product.brand],
  collection: (product) => [product.collections],
} satisfies Record<Facet, (product: ProductDetails) => readonly string[]>
export const facets = Object.keys(facetValues) as readonly Facet[]

/** TABLE: the values of a product of which some pieces are left. */
export const valuesLeft = {
  color: ({ product, lines }) => product.colors.filter((color) => !soldOutColors(lines, product).includes(color)),
  size: ({ product, lines }) => product.sizes.filter((size) => !soldOutSizes(lines, product).includes(size)),
} satisfies Partial<Record<Facet, (listing: Listing) => readonly string[]>>
export type LeftFacet = keyof typeof valuesLeft
export const leftFacets = Object.keys(valuesLeft) as readonly LeftFacet[]

/** TABLE: the keys that products are sorted by. */
export const orderKeys = {
  age: () => 0,
  price: ({ product }) => product.priceCents,
  sold: ({ product }) => product.sold,
  name: ({ product }) => product.name,
  stock: ({ available }) => available,
  fewest: ({ fewest }) => fewest,
} satisfies Record<OrderName, (listing: Listing) => number | string>
export type OrderName = Exclude<Sort['by'], 'relevance'>
export const orderNames = Object.keys(orderKeys) as readonly OrderName[]

/** A position in a sorted list: its sort key, and the tie-breakers. */
export type SortPosition = readonly [key: number | string, listedPosition: string, id: string]

export const sortPositionOf = (entry: Entry, order: OrderName): SortPosition => [
  orderKeys[order](entry),
  entry.product.listedPosition,
  entry.product._id,
]

export function compareEntries(one: Entry, other: Entry, order: OrderName): number {
  const key = orderKeys[order] as (entry: Entry) => number | string
  return (
    compare(key(one), key(other)) ||
    compare(one.product.listedPosition, other.product.listedPosition) ||
    compare(one.product._id, other.product._id)
  )
}

export const compareToPosition = (entry: Entry, order: OrderName, [key, listedPosition, id]: SortPosition): number =>
  compare(orderKeys[order](entry), key) ||
  compare(entry.product.listedPosition, listedPosition) ||
  compare(entry.product._id, id)

/** The texts of a product that are searched. */
const textsOf = ({
  name,
  description,
  sku,
  category,
  brand,
  material,
  gender,
  collections,
  colors,
  lineSkus,
}: ProductDetails) => ({
  name,
  facts: [sku, ...lineSkus.map((line) => line.sku), category, brand, material, gender, collections, ...colors].join(
    ' ',
  ),
  description,
})

export function wordsOf(product: ProductDetails): ProductWords {
  const { name, facts, description } = textsOf(product)
  const words = { name: tokensOf(name), facts: tokensOf(facts) }
  return { ...words, all: [...new Set([...words.name, ...words.facts, ...tokensOf(description)])] }
}

export function hasSameWords(one: ProductDetails, other: ProductDetails) {
  const [texts, others] = [textsOf(one), textsOf(other)]
  return texts.name === others.name && texts.facts === others.facts && texts.description === others.description
}

function compare<Key extends number | string>(one: Key, other: Key) {
  return one < other ? -1 : one > other ? 1 : 0
}
