import type { Facets } from '@shop/language/api/catalog'
import { toDecimal } from '@shop/language/api/money'
import type { Facet, Wanted } from '../catalogue.ts'
import { closeness } from '../search/closeness.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { facets, leftFacets } from './entry.ts'
import { foundByWords } from './found-by-words.ts'
import { keepPrices, matching, searchedFor } from './matching.ts'
import { type Bits, countOf, hasBit, type SlotSet } from './slot-set.ts'

/**
 * How many products would match with each value chosen too: a facet is counted among the products that match all
 * other filters, since its own values are alternatives.
 */
export const countFacets = (index: CatalogueIndex, wanted: Wanted): Facets =>
  index.scratch.during(() => count(index, wanted))

function count(index: CatalogueIndex, wanted: Wanted): Facets {
  const words = wanted.search === undefined ? undefined : foundByWords(index, wanted.search)
  const searched = words?.found(closeness.mentioned) ?? searchedFor(index, {})
  const anyPrice = matching(index, wanted, searched)
  const matches = anyPrice.slice()
  keepPrices(index, wanted, matches)
  const counts = facets.map((facet) => [facet, countIn(index.facets[facet], othersThan(facet))])
  const left = leftFacets.map((facet) => [facet, countIn(index.left[facet], othersThan(facet))])
  const price = priceRange(index, anyPrice)
  return {
    total: countOf(matches),
    counts: Object.fromEntries(counts) as Facets['counts'],
    left: Object.fromEntries(left) as Facets['left'],
    ...(price && { price }),
    passedOver: words?.passedOver ?? [],
    corrected: words?.corrected ?? [],
  }

  function othersThan(facet: Facet): Bits {
    if (!wanted[facet]) return matches
    const bits = matching(index, wanted, searched, facet)
    keepPrices(index, wanted, bits)
    return bits
  }
}

/** How many of the products each value has; values without any are left out. */
export function countIn(values: ReadonlyMap<string, SlotSet>, bits: Bits): Readonly<Record<string, number>> {
  const counts: [string, number][] = []
  for (const [value, slots] of values) {
    const count = value === '' ? 0 : slots.countIn(bits)
    if (count > 0) counts.push([value, count])
  }
  return Object.fromEntries(counts)
}

/** From the lowest to the highest price, without the price filter. */
function priceRange({ orders: { price: order }, prices }: CatalogueIndex, bits: Bits) {
  let first = 0
  let last = order.length - 1
  while (first <= last && !hasBit(bits, order.at(first))) first++
  while (first <= last && !hasBit(bits, order.at(last))) last--
  if (first > last) return undefined
  const decimalAt = (at: number) => toDecimal(prices[order.at(at)] as number)
  return { min: decimalAt(first), max: decimalAt(last) }
}
