import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { MAX_LISTED } from '@shop/language/limits'
import { AdminOrderQuery, OrderNeighboursQuery } from '@shop/language/order/api'
import { ofDueRefunds } from '@shop/language/order/books'
import { type OrderDocument, orders } from '@shop/language/order/document'
import { orderEtag } from '@shop/language/order/etag'
import { type PendingPaymentDocument, pendingPayments } from '@shop/language/order/pending-document'
import { adminOrderView, orderView, pendingView } from '@shop/language/order/view'
import { PageQuery } from '@shop/language/values/list-query'
import { Id } from '@shop/language/values/text'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parse, parseQuery } from '@shop/server/http/parse'
import { cursorOf } from '@shop/stores/read-store/cursor'
import type { Page, Query, ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { customersOf } from './customer-names.ts'
import { findSearched, merged } from './find-searched.ts'
import { adminPendingViewsOf, listPending, placedIn } from './list-pending.ts'

const newest = { field: 'placedAt', descending: true } as const

export function orderRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/orders/my-orders', async (ctx) => {
    const { id } = customerOf(ctx)
    const { limit = MAX_LISTED, cursor } = parseQuery(PageQuery, ctx)
    const own = { anyOf: { customerId: [id] }, sortBy: newest, limit, ...(cursor && { after: cursor }) }
    // A payment that has just become an order can be on both pages. `merged` keeps the order, because the page of orders is last.
    const pages = await Promise.all([readStore.find(pendingPayments, own), readStore.find(orders, own)])
    const page = merged<PendingPaymentDocument | OrderDocument>(pages, { sortBy: newest, limit })
    linkNext(ctx, page.next)
    ctx.body = page.documents.map((one) => (isOrder(one) ? orderView(one) : pendingView(one)))
  })

  router.get('/orders/:id', async (ctx) => {
    const { id, role } = customerOf(ctx)
    const named = parse(Id, ctx.params.id)
    const found = (await readStore.get(orders, named)) ?? (await readStore.get(pendingPayments, named))
    // An order of another customer gets the same answer as an unknown order.
    if (!found || (found.customerId !== id && role !== 'admin'))
      throw new ShopError('NOT_FOUND', 'There is no such order')
    if (isOrder(found)) ctx.set('ETag', orderEtag(found.version))
    if (isOrder(found)) ctx.body = role === 'admin' ? (await adminViewsOf(readStore, [found]))[0] : orderView(found)
    else ctx.body = role === 'admin' ? (await adminPendingViewsOf(readStore, [found]))[0] : pendingView(found)
  })

  router.get('/admin/orders', async (ctx) => {
    adminOf(ctx)
    const query = parseQuery(AdminOrderQuery, ctx)
    if (query.pending) return listPending(readStore, ctx, query)
    const { limit = MAX_LISTED, cursor } = query
    const page = await ordersAsListed(readStore, query, { limit, ...(cursor && { after: cursor }) })
    linkNext(ctx, page.next)
    ctx.body = await adminViewsOf(readStore, page.documents)
  })

  router.get('/admin/orders/:id/neighbours', async (ctx) => {
    adminOf(ctx)
    const query = parseQuery(OrderNeighboursQuery, ctx)
    const order = await readStore.get(orders, parse(Id, ctx.params.id))
    if (!order) throw new ShopError('NOT_FOUND', 'There is no such order')
    ctx.body = await neighboursOf(readStore, order, query)
  })

  return [router, [orders, pendingPayments]]
}

const isOrder = (found: OrderDocument | PendingPaymentDocument): found is OrderDocument => 'paidAt' in found

export async function adminViewsOf(readStore: ReadStore, documents: readonly OrderDocument[]) {
  const customers = await customersOf(readStore, documents)
  return documents.map((order) => adminOrderView(order, customers.get(order.customerId)))
}

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
const ordersAsListed = (
  readStore: ReadStore,
  query: OrderNeighboursQuery,
  { sortBy = sorts[query.sortBy ?? ''], ...page }: PageWanted,
): Promise<Page<OrderDocument>> =>
  findSearched(readStore, orders, query.search, { anyOf: wantedBy(query), ...placedIn(query), sortBy, ...page })

async function neighboursOf(readStore: ReadStore, order: OrderDocument, query: OrderNeighboursQuery) {
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
