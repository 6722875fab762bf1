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
  const named = await readStore.find(users, { allOf: { tokens: words }, limit: MOST_CUSTOMERS })
  const customerId = [...named.documents.map(({ _id }) => _id), search]
  const pages = await Promise.all([
    readStore.find(orders, { ...wanted, allOf: { tokens: words } }),
    readStore.find(orders, { ...wanted, anyOf: { ...wanted.anyOf, customerId } }),
  ])
  return merged(pages, wanted)
}

function merged(pages: readonly Page<OrderDocument>[], { sortBy, limit }: Wanted): Page<OrderDocument> {
  const { field, descending = false } = sortBy
  const found = new Map(pages.flatMap(({ documents }) => documents.map((order) => [order._id, order])))
  const direction = descending ? -1 : 1
  const sorted = [...found.values()].sort(
    (one, other) => direction * (compare(one[field], other[field]) || compare(one._id, other._id)),
  )
  const documents = sorted.slice(0, limit)
  const last = documents.at(-1)
  const isAll = sorted.length === documents.length && pages.every(({ next }) => next === undefined)
  if (!last || isAll) return { documents }
  return { documents, next: cursorOf({ field, descending, value: last[field], id: last._id }) }
}

const compare = <Key extends number | string>(one: Key, other: Key) => (one < other ? -1 : one > other ? 1 : 0)
