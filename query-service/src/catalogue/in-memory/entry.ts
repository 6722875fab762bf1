import type { ProductDetails } from '@shop/language/events/product-events'
import { tokensOf } from '@shop/language/read-models/tokens'
import type { Facet, Listing, Sort } from '../catalogue.ts'

/** A listing and where the index keeps it. Never changed in place: a change is another entry in the same slot. */
export type Entry = Listing & Readonly<{ slot: number }>

/** TABLE: what a product says to each filter. Empty values are indexed but not counted. */
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

/** TABLE: what products are ordered by. */
export const orderKeys = {
  age: () => 0,
  price: ({ product }) => product.priceCents,
  sold: ({ product }) => product.sold,
  name: ({ product }) => product.name,
  stock: ({ available }) => available,
} satisfies Record<Sort['by'], (listing: Listing) => number | string>
export type OrderName = Sort['by']
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
