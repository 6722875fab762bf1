import type { Facet, Wanted } from '../catalogue.ts'
import { closeness } from '../search/closeness.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { facets, orderKeys } from './entry.ts'
import { foundByWords } from './found-by-words.ts'
import { type Bits, keep, type SlotSet, setBit } from './slot-set.ts'

/** The products that have all words of the search; all without one. */
export function searchedFor(index: CatalogueIndex, { search }: Pick<Wanted, 'search'>): Bits {
  if (search !== undefined) return foundByWords(index, search).found(closeness.mentioned)
  const all = index.noBits()
  index.all.addTo(all)
  return all
}

/** The products that match all filters but the one left out. Prices are not among the bits. */
export function matching(
  index: CatalogueIndex,
  wanted: Wanted,
  searched: Bits = searchedFor(index, wanted),
  leftOut?: Facet,
): Bits {
  const bits = index.noBits()
  bits.set(searched)
  for (const facet of facets) {
    const values = wanted[facet]
    if (values && facet !== leftOut)
      keepAny(
        index,
        bits,
        values.flatMap((value) => called(index.facets[facet], value)),
      )
  }
  if (wanted.stock) keepWithin(index, 'stock', wanted.stock, bits)
  if (wanted.fewest) keepWithin(index, 'fewest', wanted.fewest, bits)
  return bits
}

/** The products with a value: filters stand in addresses that people type, in any letter case. */
function called(values: ReadonlyMap<string, SlotSet>, value: string): readonly SlotSet[] {
  const exact = values.get(value)
  if (exact) return [exact]
  const wanted = value.toLowerCase()
  return [...values].flatMap(([name, slots]) => (name.toLowerCase() === wanted ? [slots] : []))
}

function keepAny(index: CatalogueIndex, bits: Bits, sets: readonly SlotSet[]) {
  if (sets.length === 1) return sets[0]?.keepIn(bits)
  const any = index.noBits()
  for (const set of sets) set.addTo(any)
  keep(bits, any)
}

/** The slots within the wanted prices, as a range of the order by price. */
export function priceStretch({ orders, prices }: CatalogueIndex, { minCents, maxCents }: Wanted) {
  const firstFrom = (cents: number) => orders.price.firstFrom((slot) => (prices[slot] as number) - cents)
  return {
    from: minCents === undefined ? 0 : firstFrom(minCents),
    to: maxCents === undefined ? orders.price.length : firstFrom(maxCents + 1),
  }
}

function keepWithin(
  index: CatalogueIndex,
  by: 'stock' | 'fewest',
  [least, most]: readonly [number, number],
  bits: Bits,
) {
  const order = index.orders[by]
  const within = index.noBits()
  const piecesIn = (slot: number) => orderKeys[by](index.entryIn(slot))
  const to = order.firstFrom((slot) => (piecesIn(slot) <= most ? -1 : 0))
  for (let at = order.firstFrom((slot) => piecesIn(slot) - least); at < to; at++) setBit(within, order.at(at))
  keep(bits, within)
}

/** The price filter as bits too, for counting. */
export function keepPrices(index: CatalogueIndex, wanted: Wanted, bits: Bits) {
  if (wanted.minCents === undefined && wanted.maxCents === undefined) return
  const within = index.noBits()
  const { from, to } = priceStretch(index, wanted)
  for (let at = from; at < to; at++) setBit(within, index.orders.price.at(at))
  keep(bits, within)
}
