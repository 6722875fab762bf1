import { namesOfColors } from '@shop/language/product/basic-colors'
import { type Facet, facets } from '@shop/language/product/facets'
import { soldOutColors, soldOutSizes } from '@shop/language/stock/lines'
import type { Listing } from '../catalog.ts'
import { compareListings, hasSameWords, type Item, type OrderName, type Value, valuesIn, wordsOf } from './item.ts'
import { WordIndex } from './word-index.ts'

export type CatalogIndex = ReturnType<typeof createCatalogIndex>

type Order = { readonly items: Item[]; isSorted: boolean }

export function createCatalogIndex() {
  const itemOf = new Map<string, Item>()
  const words = createWords()
  const values = createValues()
  /** The orders that lists have asked for. */
  const orders = new Map<OrderName, Order>()

  function add(listing: Listing) {
    const item = { listing, values: values.of(listing), left: undefined }
    itemOf.set(listing.product._id, item)
    words.add(item)
    for (const order of orders.values()) {
      order.items.push(item)
      order.isSorted = false
    }
  }

  function change(item: Item, listing: Listing) {
    const { listing: before } = item
    // A sale changes the document, but not the version.
    if (before.product.version !== listing.product.version) {
      item.values = values.of(listing)
      if (!hasSameWords(before.product, listing.product)) {
        words.all().delete(item, wordsOf(before.product))
        words.all().add(item, wordsOf(listing.product))
      }
    }
    item.left = undefined
    item.listing = listing
    for (const [by, order] of orders) if (compareListings(before, listing, by) !== 0) order.isSorted = false
  }

  return {
    readWords: words.read,
    get words() {
      return words.all()
    },
    /** A value can stay here after its last product was removed. */
    values: values.all,
    size: () => itemOf.size,
    get: (id: string) => itemOf.get(id)?.listing,
    leftOf: (item: Item) => (item.left ??= values.leftOf(item.listing)),

    /** Products with an equal key are sorted by age, the oldest first. */
    inOrder(by: OrderName): readonly Item[] {
      const order = orders.get(by) ?? { items: [...itemOf.values()], isSorted: false }
      orders.set(by, order)
      if (!order.isSorted) order.items.sort((one, other) => compareListings(one.listing, other.listing, by))
      order.isSorted = true
      return order.items
    },

    put(listing: Listing) {
      const item = itemOf.get(listing.product._id)
      if (item) change(item, listing)
      else add(listing)
    },

    remove(id: string) {
      const item = itemOf.get(id)
      if (!item) return
      words.all().delete(item, wordsOf(item.listing.product))
      for (const { items } of orders.values()) items.splice(items.indexOf(item), 1)
      itemOf.delete(id)
    },
  }
}

/** The words of a new product are read before the next search: with `read`, or else by the search. */
function createWords() {
  const words = new WordIndex()
  const unread: Item[] = []

  /** Reads the words of at most `most` products. Returns whether others are left. */
  function read(most = unread.length): boolean {
    for (const item of unread.splice(0, most)) words.add(item, wordsOf(item.listing.product))
    return unread.length > 0
  }

  return {
    read,
    add: (item: Item) => void unread.push(item),
    all() {
      read()
      return words
    },
  }
}

function createValues() {
  const all = byName(facets, () => new Map<string, Value>())
  let count = 0

  function known(facet: Facet, text: string): Value {
    const value = all[facet].get(text) ?? { at: count++, facet, text }
    all[facet].set(text, value)
    return value
  }

  return {
    all,
    of: ({ product }: Listing) => facets.flatMap((facet) => valuesIn(product, facet).map((text) => known(facet, text))),
    leftOf({ product, lines }: Listing) {
      const [colors, sizes] = [soldOutColors(lines, product), soldOutSizes(lines, product)]
      return [
        ...namesOfColors(product.colors.filter((color) => !colors.includes(color))).map((text) => known('color', text)),
        ...valuesIn(product, 'size')
          .filter((size) => !sizes.includes(size))
          .map((text) => known('size', text)),
      ]
    },
  }
}

const byName = <Name extends string, Of>(names: readonly Name[], make: () => Of) =>
  Object.fromEntries(names.map((name) => [name, make()])) as Readonly<Record<Name, Of>>
