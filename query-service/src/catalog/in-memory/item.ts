import { namesOfColors } from '@shop/language/product/basic-colors'
import type { ProductDetails } from '@shop/language/product/events'
import { type Facet, facetFields, facets } from '@shop/language/product/facets'
import { tokensOf } from '@shop/language/product/tokens'
import type { Listing, Sort } from '../catalog.ts'

/** A value of a filter, such as a color. All products with this value share the object. `at`: the value's number. */
export type Value = Readonly<{ at: number; facet: Facet; text: string }>

/** `left`: the colors and sizes that have pieces left. Undefined until they are first counted. */
export type Item = { listing: Listing; values: readonly Value[]; left: readonly Value[] | undefined }

/** In older events, a product may have the same size twice. */
export function valuesIn(product: ProductDetails, facet: Facet): readonly string[] {
  const held = product[facetFields[facet]]
  if (typeof held === 'string') return [held]
  return facet === 'color' ? namesOfColors(held) : [...new Set(held)]
}

/** TABLE: the keys by which products are sorted. */
export const orderKeys = {
  age: () => 0,
  price: ({ product }) => product.priceCents,
  sold: ({ product }) => product.sold,
  name: ({ product }) => product.name,
  stock: ({ available }) => available,
  fewest: ({ fewest }) => fewest,
} satisfies Record<OrderName, (listing: Listing) => number | string>
export type OrderName = Exclude<Sort['by'], 'relevance'>

export function compareListings(one: Listing, other: Listing, by: OrderName): number {
  const key = orderKeys[by]
  return (
    compare(key(one), key(other)) ||
    compare(one.product.listedPosition, other.product.listedPosition) ||
    compare(one.product._id, other.product._id)
  )
}

/** `all` also has the words of the description. */
export type ProductWords = Readonly<{ name: readonly string[]; facts: readonly string[]; all: readonly string[] }>

const textsOf = (product: ProductDetails) => ({
  name: product.name,
  facts: [
    product.sku,
    ...product.lineSkus.map((line) => line.sku),
    ...searched.flatMap((facet) => product[facetFields[facet]]),
  ].join(' '),
  description: product.description,
})
const searched = facets.filter((facet) => facet !== 'size')

export function wordsOf(product: ProductDetails): ProductWords {
  const { name, facts, description } = textsOf(product)
  const words = { name: tokensOf(name), facts: tokensOf(facts) }
  return { ...words, all: [...new Set([...words.name, ...words.facts, ...tokensOf(description)])] }
}

export function hasSameWords(one: ProductDetails, other: ProductDetails) {
  const [texts, others] = [textsOf(one), textsOf(other)]
  return texts.name === others.name && texts.facts === others.facts && texts.description === others.description
}

export function compare<Key extends number | string>(one: Key, other: Key) {
  return one < other ? -1 : one > other ? 1 : 0
}
