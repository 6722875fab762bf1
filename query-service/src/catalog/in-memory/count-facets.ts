import type { Facets } from '@shop/language/product/api'
import { type Facet, facets } from '@shop/language/product/facets'
import { toDecimal } from '@shop/language/values/money'
import type { Wanted } from '../catalog.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { type Filter, filtersOf } from './filters.ts'
import { foundByWords } from './found-by-words.ts'
import type { Item, Value } from './item.ts'

/**
 * Counts, for each value of each facet, the products that would match if the value were chosen too. So the values of a facet are counted
 * without the filter by this facet, and the range of prices is found without the filter by price.
 */
export function countFacets(index: CatalogIndex, wanted: Wanted): Facets {
  const words = wanted.search === undefined ? undefined : foundByWords(index, wanted.search)
  const filters = filtersOf(index, wanted, words?.found)
  const [counts, left]: [Counts, Counts] = [[], []]
  let [total, min, max] = [0, Infinity, -Infinity]
  for (const item of index.inOrder('age')) {
    const missed = missedBy(item, filters)
    if (missed === 'several') continue
    if (!missed) total++
    countIn(counts, item.values, missed)
    countIn(left, index.leftOf(item), missed)
    if (missed && missed !== 'price') continue
    min = Math.min(min, item.listing.product.priceCents)
    max = Math.max(max, item.listing.product.priceCents)
  }
  const counted = (facet: Facet, numbers: Counts) => recordOf(index.values[facet], numbers)
  return {
    total,
    counts: Object.fromEntries(facets.map((facet) => [facet, counted(facet, counts)])) as Facets['counts'],
    left: { color: counted('color', left), size: counted('size', left) },
    ...(min <= max && { price: { min: toDecimal(min), max: toDecimal(max) } }),
    passedOver: words?.passedOver ?? [],
    corrected: words?.corrected ?? [],
  }
}

/** The number of products of each value, at the value's index `at`. */
type Counts = number[]

function countIn(counts: Counts, values: readonly Value[], missed: Filter['by'] | undefined) {
  for (const { at, facet } of values) if (!missed || missed === facet) counts[at] = (counts[at] ?? 0) + 1
}

/** The empty text means that a product has no value. */
const recordOf = (values: ReadonlyMap<string, Value>, counts: Counts): Readonly<Record<string, number>> =>
  Object.fromEntries([...values].flatMap(([text, { at }]) => (text !== '' && counts[at] ? [[text, counts[at]]] : [])))

/** The only filter that the product does not match, or `several`. */
function missedBy(item: Item, filters: readonly Filter[]): Filter['by'] | 'several' | undefined {
  let missed: Filter['by'] | undefined
  for (const { by, matches } of filters) {
    if (matches(item)) continue
    if (missed) return 'several'
    missed = by
  }
  return missed
}
