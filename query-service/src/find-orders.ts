import { type OrderDocument, orders } from '@shop/language/read-models/orders'
import { tokensOf } from '@shop/language/read-models/tokens'
import { users } from '@shop/language/read-models/users'
import { cursorOf } from '@shop/stores/read-store/cursor'
import type { Page, Query, ReadStore } from '@shop/stores/read-store/read-store'

/** The most customers whose orders are searched by one name. */
const MOST_CUSTOMERS = 1000

export type OrderSort = Readonly<{ field: 'placedAt' | 'totalCents' | 'status'; descending?: boolean }>
type Wanted = Query<OrderDocument> & Readonly<{ sortBy: OrderSort; limit: number }>

/**
 * Orders that have the searched words in their id or products, or in their customer's name, e-mail or id.
 * Orders do not have the customer's name, so customers are found first; then two pages of the same sort, after the same
 * cursor, are merged.
 */
export async function findOrders(readStore: ReadStore, search: string, wanted: Wanted): Promise<Page<OrderDocument>> {
  const words = tokensOf(search)
  if (words.length === 0) return { documents: [] }
  const customerId = await customersCalled(readStore, search)
  const pages = await Promise.all([
    readStore.find(orders, { ...wanted, allOf: { tokens: words } }),
    readStore.find(orders, { ...wanted, anyOf: { ...wanted.anyOf, customerId } }),
  ])
  return merged(pages, wanted)
}

/** The customers with the searched words in their name or e-mail, and the one with this id. */
export async function customersCalled(readStore: ReadStore, search: string): Promise<readonly string[]> {
  const allOf = { tokens: tokensOf(search) }
  const named = await readStore.find(users, { allOf, limit: MOST_CUSTOMERS })
  return [...named.documents.map(({ _id }) => _id), search]
}

type Sorted = Pick<OrderDocument, '_id' | 'placedAt' | 'totalCents'>

/** One page of several of the same sort, each after the same cursor; of what has the same id, the last page's. */
export function merged<D extends Sorted>(
  pages: readonly Page<D>[],
  { sortBy: { field, descending = false }, limit }: Readonly<{ sortBy: SortOf<D>; limit: number }>,
): Page<D> {
  const found = new Map(pages.flatMap(({ documents }) => documents.map((order) => [order._id, order])))
  const direction = descending ? -1 : 1
  const sorted = [...found.values()].sort(
    (one, other) => direction * (compare(one[field], other[field]) || compare(one._id, other._id)),
  )
  const documents = sorted.slice(0, limit)
  const last = documents.at(-1)
  const isAll = sorted.length === documents.length && pages.every(({ next }) => next === undefined)
  if (!last || isAll) return { documents }
  return { documents, next: cursorOf({ field, descending, value: last[field] as string | number, id: last._id }) }
}

type SortOf<D> = Readonly<{ field: 'placedAt' | 'totalCents' | ('status' & keyof D); descending?: boolean }>

const compare = <Value>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0)
