import type { Facets } from '@shop/language/api/catalog'
import { toDecimal } from '@shop/language/api/money'
import type { Facet, Wanted } from '../catalogue.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { facets } from './entry.ts'
import { keepPrices, matching, searchedFor } from './matching.ts'
import { type Bits, countOf, hasBit } from './slot-set.ts'

/**
 * How many products would match with each value chosen too: a facet is counted among the products that match all
 * other filters, since its own values are alternatives.
 */
export const countFacets = (index: CatalogueIndex, wanted: Wanted): Facets =>
  index.scratch.during(() => count(index, wanted))

function count(index: CatalogueIndex, wanted: Wanted): Facets {
  const searched = searchedFor(index, wanted)
  const anyPrice = matching(index, wanted, searched)
  const matches = anyPrice.slice()
  keepPrices(index, wanted, matches)
  const counts = facets.map((facet) => [facet, countValues(index, facet, othersThan(facet))])
  const price = priceRange(index, anyPrice)
  return {
    total: countOf(matches),
    counts: Object.fromEntries(counts) as Facets['counts'],
    ...(price && { price }),
  }

  function othersThan(facet: Facet): Bits {
    if (!wanted[facet]) return matches
    const bits = matching(index, wanted, searched, facet)
    keepPrices(index, wanted, bits)
    return bits
  }
}

export function countValues(
  { facets: values }: CatalogueIndex,
  facet: Facet,
  bits: Bits,
): Readonly<Record<string, number>> {
  const counts: [string, number][] = []
  for (const [value, slots] of values[facet]) {
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
