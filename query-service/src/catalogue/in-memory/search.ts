import { invalidField } from '@shop/language/errors'
import type { ListingPage, Sort, Wanted } from '../catalogue.ts'
import { newest } from '../recommended.ts'
import { closeness } from '../search/closeness.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { compareEntries, compareToPosition, type Entry, type SortPosition, sortPositionOf } from './entry.ts'
import { type FoundByWords, foundByWords } from './found-by-words.ts'
import { matching, priceStretch, searchedFor } from './matching.ts'
import { type Bits, countOf, hasBit, slotsOf, take } from './slot-set.ts'

/** A page of what matches. */
export function search(index: CatalogueIndex, wanted: Wanted, sort: Sort, limit: number, cursor?: string): ListingPage {
  const after = cursor === undefined ? undefined : sortPositionIn(cursor, sort)
  const places = index.scratch.during(() =>
    sort.by === 'relevance'
      ? nearestFirst(index, wanted, foundBy(index, wanted), limit + 1, after)
      : placesOf(firstOf(index, matching(index, wanted), wanted, sort, limit + 1, after), sort),
  )
  const listings = places.slice(0, limit).map(({ entry }) => entry)
  const last = places[limit - 1]
  return places.length > limit && last ? { listings, next: cursorOf(last.position, sort) } : { listings }
}

type Place = Readonly<{ entry: Entry; position: SortPosition }>
const placesOf = (entries: readonly Entry[], { by }: Order) =>
  entries.map((entry): Place => ({ entry, position: sortPositionOf(entry, by) }))

const foundBy = (index: CatalogueIndex, { search }: Wanted): FoundByWords =>
  search === undefined
    ? { found: () => searchedFor(index, {}), steps: [closeness.same], passedOver: [], corrected: [] }
    : foundByWords(index, search)

/** By how near they come to what is searched for, of equals the newest first. The key of such a position is the closeness. */
export function nearestFirst(
  index: CatalogueIndex,
  wanted: Wanted,
  { found, steps }: FoundByWords,
  most: number,
  after?: SortPosition,
): readonly Place[] {
  const others = matching(index, { ...wanted, search: undefined })
  const bits = index.noBits()
  const places: Place[] = []
  for (const near of steps) {
    if (places.length === most) break
    take(bits, others, found(near))
    if (after && near < Number(after[0])) continue
    const from: SortPosition | undefined = after && near === after[0] ? [0, after[1], after[2]] : undefined
    for (const entry of firstOf(index, bits, wanted, newest, most - places.length, from))
      places.push({ entry, position: [near, entry.product.listedPosition, entry.product._id] })
  }
  return places
}

/**
 * How a page is found. Each filter is a set of bits, one for each product; the matches are the bits that all filters share,
 * 32 products compared at once. There are two ways to the first of them in order, `most` at most:
 *
 * - Scan the order and take what matches. Of n products m match, so about most × n / m entries are scanned:
 *   few when many match.
 * - Collect the m that match and sort them: few when few match.
 *
 * The first is chosen unless the second is clearly cheaper: one that is collected and sorted counts as 64 that are scanned. Prices have
 * no bits, since there are too many: a scan by price starts at the lowest wanted one, others check the price of each entry.
 */
export const firstOf: Way = (index, bits, wanted, order, most, after) => {
  const count = countOf(bits)
  if (count === 0) return []
  const isCheapToSort = count * count * 64 < most * index.all.size
  const way = isCheapToSort ? collected : walked
  return way(index, bits, wanted, order, most, after)
}

type Order = Exclude<Sort, { by: 'relevance' }>
type Way = (
  index: CatalogueIndex,
  bits: Bits,
  wanted: Wanted,
  order: Order,
  most: number,
  after?: SortPosition,
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
    if (!hasBit(bits, slot)) continue
    const cents = prices[slot] as number
    if (cents >= minCents && cents <= maxCents) found.push(index.entryIn(slot))
  }
  return found
}

/** The cursor after a page: the sort and the last product's position in it. Opaque to clients. */
export const cursorOf = (last: SortPosition, { by, descending }: Sort) =>
  Buffer.from(JSON.stringify([by, descending, ...last])).toString('base64url')

function sortPositionIn(cursor: string, { by, descending }: Sort): SortPosition {
  const [ofSort, ofDescending, key, listedPosition, id] = parsed(cursor)
  const isKey = typeof key === (by === 'name' ? 'string' : 'number')
  const isPlace = isKey && typeof listedPosition === 'string' && typeof id === 'string'
  if (ofSort !== by || ofDescending !== descending || !isPlace)
    throw invalidField('cursor', 'Not a cursor of this list', 'The page asked for does not exist')
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
