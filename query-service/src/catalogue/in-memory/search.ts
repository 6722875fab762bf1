import { ShopError } from '@shop/language/errors'
import { tokensOf } from '@shop/language/read-models/tokens'
import type { Facet, ListingPage, Sort, Wanted } from '../catalogue.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import {
  compareEntries,
  compareToPosition,
  type Entry,
  facets,
  orderKeys,
  type SortPosition,
  sortPositionOf,
} from './entry.ts'
import { type Bits, countOf, hasBit, keep, type SlotSet, setBit, slotsOf } from './slot-set.ts'

/**
 * How a page is found. Each filter is a set of bits, one for each product; the matches are the bits that all filters share,
 * 32 products compared at once. There are two ways to the first `limit` of them in order:
 *
 * - Scan the order and take what matches. Of n products m match, so about limit × n / m entries are scanned:
 *   few when many match.
 * - Collect the m that match and sort them: few when few match.
 *
 * The first is chosen unless the second is clearly cheaper; one step of a sort costs about eight of a scan. Prices have
 * no bits, since there are too many: a scan by price starts at the lowest wanted one, others check the price of each entry.
 */
export function search(index: CatalogueIndex, wanted: Wanted, sort: Sort, limit: number, cursor?: string): ListingPage {
  const after = cursor === undefined ? undefined : sortPositionIn(cursor, sort)
  const bits = matching(index, wanted)
  const count = countOf(bits)
  const isCheapToSort = count * count * 8 < limit * index.all.size
  const way = isCheapToSort ? collected : walked
  const entries = count === 0 ? [] : way(index, bits, wanted, sort, limit + 1, after)
  const last = entries[limit - 1]
  if (entries.length <= limit || !last) return { listings: entries }
  return { listings: entries.slice(0, limit), next: cursorOf(last, sort) }
}

/** The products that match all filters but the one left out. Prices are not among the bits. */
export function matching(index: CatalogueIndex, wanted: Wanted, leftOut?: Facet): Bits {
  const bits: Bits = new Int32Array((index.entries.length + 31) >>> 5)
  index.all.addTo(bits)
  for (const facet of facets) {
    const values = wanted[facet]
    if (values && facet !== leftOut)
      keepAny(
        bits,
        values.flatMap((value) => index.facets[facet].get(value) ?? []),
      )
  }
  if (wanted.search !== undefined) {
    const words = tokensOf(wanted.search)
    // A search without any word matches nothing.
    if (words.length === 0) bits.fill(0)
    for (const word of words) keepAny(bits, index.words.beginningWith(word))
  }
  if (wanted.stock) keepWithin(index, 'stock', wanted.stock, bits)
  if (wanted.fewest) keepWithin(index, 'fewest', wanted.fewest, bits)
  return bits
}

function keepAny(bits: Bits, sets: readonly SlotSet[]) {
  if (sets.length === 1) return sets[0]?.keepIn(bits)
  const any = new Int32Array(bits.length)
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
  const within: Bits = new Int32Array(bits.length)
  const piecesIn = (slot: number) => orderKeys[by](index.entryIn(slot))
  const to = order.firstFrom((slot) => (piecesIn(slot) <= most ? -1 : 0))
  for (let at = order.firstFrom((slot) => piecesIn(slot) - least); at < to; at++) setBit(within, order.at(at))
  keep(bits, within)
}

/** The price filter as bits too, for counting. */
export function keepPrices(index: CatalogueIndex, wanted: Wanted, bits: Bits) {
  if (wanted.minCents === undefined && wanted.maxCents === undefined) return
  const within: Bits = new Int32Array(bits.length)
  const { from, to } = priceStretch(index, wanted)
  for (let at = from; at < to; at++) setBit(within, index.orders.price.at(at))
  keep(bits, within)
}

type Way = (
  index: CatalogueIndex,
  bits: Bits,
  wanted: Wanted,
  sort: Sort,
  most: number,
  after: SortPosition | undefined,
) => readonly Entry[]

const collected: Way = (index, bits, { minCents = 0, maxCents = Infinity }, { by, descending }, most, after) => {
  const direction = descending ? -1 : 1
  return Array.from(slotsOf(bits), (slot) => index.entryIn(slot))
    .filter(({ product }) => product.priceCents >= minCents && product.priceCents <= maxCents)
    .filter((entry) => !after || compareToPosition(entry, by, after) * direction > 0)
    .sort((one, other) => compareEntries(one, other, by) * direction)
    .slice(0, most)
}

const walked: Way = (index, bits, wanted, { by, descending }, most, after) => {
  const { minCents = 0, maxCents = Infinity } = wanted
  const { prices, orders } = index
  const slots = orders[by]
  let { from, to } = by === 'price' ? priceStretch(index, wanted) : { from: 0, to: slots.length }
  if (after) {
    const place = slots.firstFrom((slot) => compareToPosition(index.entryIn(slot), by, after))
    // The entry at this position is the cursor's, unless the product was changed or deleted since.
    const isThere = place < slots.length && compareToPosition(index.entryIn(slots.at(place)), by, after) === 0
    if (descending) to = Math.min(to, place)
    else from = Math.max(from, isThere ? place + 1 : place)
  }
  const found: Entry[] = []
  for (let n = 0; n < to - from && found.length < most; n++) {
    const slot = slots.at(descending ? to - 1 - n : from + n)
    const cents = prices[slot] as number
    if (hasBit(bits, slot) && cents >= minCents && cents <= maxCents) found.push(index.entryIn(slot))
  }
  return found
}

/** The cursor after a page: the sort and the last product's position in it. Opaque to clients. */
const cursorOf = (last: Entry, { by, descending }: Sort) =>
  Buffer.from(JSON.stringify([by, descending, ...sortPositionOf(last, by)])).toString('base64url')

function sortPositionIn(cursor: string, { by, descending }: Sort): SortPosition {
  const [ofSort, ofDescending, key, listedPosition, id] = parsed(cursor)
  const isKey = typeof key === (by === 'name' ? 'string' : 'number')
  const isPlace = isKey && typeof listedPosition === 'string' && typeof id === 'string'
  if (ofSort !== by || ofDescending !== descending || !isPlace)
    throw new ShopError('VALIDATION_FAILED', 'The page asked for does not exist', {
      details: { fields: [{ path: 'cursor', message: 'Not a cursor of this list' }] },
    })
  return [key as number | string, listedPosition, id]
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
