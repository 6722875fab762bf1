import type { AdminOrderQuery, OrderNeighboursQuery } from '@shop/language/order/api'
import { ofDueRefunds } from '@shop/language/order/books'
import { type OrderDocument, orders } from '@shop/language/order/document'
import { cursorOf } from '@shop/stores/read-store/cursor'
import type { Page, Query, ReadStore } from '@shop/stores/read-store/read-store'
import { findSearched } from './find-searched.ts'
import { placedIn } from './list-pending.ts'

type OrderSort = Readonly<{ field: 'placedAt' | 'totalCents' | 'status'; descending?: boolean }>
const sorts: Readonly<Record<NonNullable<AdminOrderQuery['sortBy']>, OrderSort>> = {
  '': { field: 'placedAt', descending: true },
  oldest: { field: 'placedAt' },
  totalasc: { field: 'totalCents' },
  totaldesc: { field: 'totalCents', descending: true },
  status: { field: 'status' },
}

type PageWanted = Readonly<{ limit: number; after?: string; sortBy?: OrderSort }>

/** `sortBy` replaces the query's sort. Throws VALIDATION_FAILED for a cursor from another list. */
export const ordersAsListed = (
  readStore: ReadStore,
  query: OrderNeighboursQuery,
  { sortBy = sorts[query.sortBy ?? ''], ...page }: PageWanted,
): Promise<Page<OrderDocument>> =>
  findSearched(readStore, orders, query.search, { anyOf: wantedBy(query), ...placedIn(query), sortBy, ...page })

export async function neighboursOf(readStore: ReadStore, order: OrderDocument, query: OrderNeighboursQuery) {
  const { field, descending = false } = sorts[query.sortBy ?? '']
  const beside = async (isDown: boolean) => {
    const after = cursorOf({ field, descending: isDown, value: order[field], id: order._id })
    const sortBy = { field, descending: isDown }
    const { documents } = await ordersAsListed(readStore, query, { limit: 1, after, sortBy })
    return documents[0]?._id
  }
  const [previous, next] = await Promise.all([beside(!descending), beside(descending)])
  return { ...(previous && { previous }), ...(next && { next }) }
}

function wantedBy({ status, toShip, refundDue, returnDue, incompleteAddress }: OrderNeighboursQuery): Filter {
  const isLeft: Filter = toShip ? { toShip: [true] } : {}
  const isRefund: Filter = refundDue ? ofDueRefunds(status) : {}
  const isReturn: Filter = returnDue ? { returnDue: [true] } : {}
  const isIncomplete: Filter = incompleteAddress ? { incompleteAddress: [true] } : {}
  return { ...(status && { status: [status] }), ...isLeft, ...isReturn, ...isIncomplete, ...isRefund }
}

type Filter = NonNullable<Query<OrderDocument>['anyOf']>
