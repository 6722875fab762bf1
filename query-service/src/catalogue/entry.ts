import type { ProductDetails } from '@shop/language/events/product-events'
import type { ProductDocument } from '@shop/language/read-models/products'
import { tokensOf } from '@shop/language/read-models/tokens'

/** One product as the catalogue knows it. Never changed in place: a change is another entry in the same slot. */
export type Entry = Readonly<{ slot: number; product: ProductDocument; available: number; counts: number }>

/** TABLE: what a product can be filtered by, and what it says there. Empty values are indexed but not counted. */
export const facetValues = {
  category: (product) => [product.category],
  gender: (product) => [product.gender],
  color: (product) => product.colors,
  size: (product) => product.sizes,
  material: (product) => [product.material],
  brand: (product) => [product.brand],
  collection: (product) => [product.collections],
} satisfies Record<string, (product: ProductDetails) => readonly string[]>
export type Facet = keyof typeof facetValues
export const facets = Object.keys(facetValues) as readonly Facet[]

/** TABLE: what products can be ordered by. Of equals the older stands first. */
export const orderKeys = {
  age: () => 0,
  price: ({ product }) => product.priceCents,
  sold: ({ product }) => product.sold,
  name: ({ product }) => product.name,
  stock: ({ available }) => available,
} satisfies Record<string, (entry: Entry) => number | string>
export type OrderName = keyof typeof orderKeys
export const orderNames = Object.keys(orderKeys) as readonly OrderName[]

/** Place in an order: its key, and what tells equals apart. */
export type Place = readonly [key: number | string, listedPosition: string, id: string]

export const placeOf = (entry: Entry, order: OrderName): Place => [
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

export const compareToPlace = (entry: Entry, order: OrderName, [key, listedPosition, id]: Place): number =>
  compare(orderKeys[order](entry), key) ||
  compare(entry.product.listedPosition, listedPosition) ||
  compare(entry.product._id, id)

/** What a search looks into. */
export const textOf = ({
  name,
  description,
  sku,
  category,
  brand,
  material,
  gender,
  collections,
  colors,
}: ProductDetails) => [name, description, sku, category, brand, material, gender, collections, ...colors].join(' ')

export const wordsOf = (product: ProductDetails) => tokensOf(textOf(product))

function compare<Key extends number | string>(one: Key, other: Key) {
  return one < other ? -1 : one > other ? 1 : 0
}
