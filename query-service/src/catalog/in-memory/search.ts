import { invalidField } from '@shop/language/errors'
import { partsOf } from '@shop/stores/read-store/cursor'
import type { ListingPage, Sort, Wanted } from '../catalog.ts'
import { closeness } from '../search/closeness.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { countWhile } from './count-while.ts'
import { filtersOf } from './filters.ts'
import { type Found, foundByWords } from './found-by-words.ts'
import { compare, type Item, orderKeys } from './item.ts'

export function search(index: CatalogIndex, wanted: Wanted, sort: Sort, limit: number, cursor?: string): ListingPage {
  const after = cursor === undefined ? undefined : placeIn(cursor, sort)
  const found = wanted.search === undefined ? undefined : foundByWords(index, wanted.search).found
  return pageOf(index, { wanted, found, sort, limit, after })
}

type Question = Readonly<{
  wanted: Wanted
  found: Found | undefined
  sort: Sort
  limit: number
  after?: Place | undefined
}>

export function pageOf(index: CatalogIndex, { wanted, found, sort, limit, after }: Question): ListingPage {
  const ordered = sort.by === 'relevance' ? nearestLast(index, found) : index.inOrder(sort.by)
  const keyOf = keyBy(sort, found)
  const direction = sort.descending ? -1 : 1
  const filters = filtersOf(index, wanted, found)
  const itemAt = (n: number) => ordered[sort.descending ? ordered.length - 1 - n : n]!
  const start = after ?? beforePrices(wanted, sort)
  const isUpTo = (place: Place) => (n: number) => comparePlaces(placeOf(itemAt(n), keyOf), place) * direction <= 0
  const first = start ? countWhile(isUpTo(start), ordered.length) : 0
  const page: Item[] = []
  for (let n = first; n < ordered.length && page.length <= limit; n++) {
    const item = itemAt(n)
    if (filters.every(({ matches }) => matches(item))) page.push(item)
  }
  const listings = page.slice(0, limit).map(({ listing }) => listing)
  const last = page[limit - 1]
  return page.length > limit && last ? { listings, next: cursorOf(placeOf(last, keyOf), sort) } : { listings }
}

/** In the order of prices, all products before this place are outside the wanted prices. */
const beforePrices = ({ minCents = 0, maxCents = Infinity }: Wanted, { by, descending }: Sort): Place | undefined =>
  by === 'price' ? [descending ? maxCents + 1 : minCents, '', ''] : undefined

type KeyOf = (item: Item) => number | string

/** For relevance, the best match has the highest key. */
function keyBy({ by }: Sort, found: Found | undefined): KeyOf {
  if (by === 'relevance') return (item) => nearness(found, item)
  const keyOf = orderKeys[by]
  return ({ listing }) => keyOf(listing)
}

const nearness = (found: Found | undefined, item: Item) => closeness.mentioned - (found?.get(item) ?? closeness.same)

/** The best match is last. Among equal matches, the newest product is last. */
function nearestLast(index: CatalogIndex, found: Found | undefined): readonly Item[] {
  const all = index.inOrder('age')
  if (!found) return all
  return all.filter((item) => found.has(item)).sort((one, other) => nearness(found, one) - nearness(found, other))
}

/** The key of a product, and then the two values that sort products with an equal key. */
type Place = readonly [key: number | string, listedPosition: string, id: string]

const placeOf = (item: Item, keyOf: KeyOf): Place => {
  const { listedPosition, _id } = item.listing.product
  return [keyOf(item), listedPosition, _id]
}

const comparePlaces = (one: Place, other: Place) =>
  compare(one[0], other[0]) || compare(one[1], other[1]) || compare(one[2], other[2])

const cursorOf = (last: Place, { by, descending }: Sort) =>
  Buffer.from(JSON.stringify([by, descending, ...last])).toString('base64url')

function placeIn(cursor: string, { by, descending }: Sort): Place {
  const [ofSort, ofDescending, key, listedPosition, id] = partsOf(cursor)
  const isKey = typeof key === (by === 'name' ? 'string' : 'number')
  const isPlace = isKey && typeof listedPosition === 'string' && typeof id === 'string'
  if (ofSort !== by || ofDescending !== descending || !isPlace)
    throw invalidField('cursor', 'Not a cursor of this list', 'This page of the list does not exist')
  return [key as number | string, listedPosition, id]
}
