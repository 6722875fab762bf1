import Router from '@koa/router'
import { MAX_LISTED } from '@shop/language/api/limits'
import { PageQuery } from '@shop/language/api/list-query'
import type { OrderStatus } from '@shop/language/api/order-status'
import { AdminOrderQuery, type Order } from '@shop/language/api/orders'
import { ShopError } from '@shop/language/errors'
import { type OrderDocument, orders } from '@shop/language/read-models/orders'
import { pendingPayments } from '@shop/language/read-models/pending-payments'
import { adminOrderView, orderView, pendingView } from '@shop/language/views/order-view'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { parseQuery } from '@shop/server/http/parse'
import type { Page, Query, ReadStore } from '@shop/stores/read-store/read-store'
import { namesOf } from './customer-names.ts'
import { findOrders, merged, type OrderSort } from './find-orders.ts'
import { linkNext } from './list-page.ts'
import { listPending } from './list-pending.ts'

const newest = { field: 'placedAt', descending: true } as const satisfies OrderSort
const adminSorts: Readonly<Record<NonNullable<AdminOrderQuery['sortBy']>, OrderSort>> = {
  '': newest,
  oldest: { field: 'placedAt' },
  totalasc: { field: 'totalCents' },
  totaldesc: { field: 'totalCents', descending: true },
  status: { field: 'status' },
}

export function orderRoutes(readStore: ReadStore): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/orders/my-orders', async (ctx) => {
    const { id } = customerOf(ctx)
    const { limit = MAX_LISTED, cursor } = parseQuery(PageQuery, ctx)
    const own = { anyOf: { customerId: [id] }, sortBy: newest, limit, ...(cursor && { after: cursor }) }
    // Of a payment that has just become an order both may be there: the order counts.
    const pages = await Promise.all([
      readStore.find(pendingPayments, own).then(shownBy(pendingView)),
      readStore.find(orders, own).then(shownBy(orderView)),
    ])
    const page = merged(pages, { sortBy: newest, limit })
    linkNext(ctx, page.next)
    ctx.body = page.documents.map(({ view }) => view)
  })

  router.get('/orders/:id', async (ctx) => {
    const { id, role } = customerOf(ctx)
    const named = ctx.params.id ?? ''
    const order = await readStore.get(orders, named)
    const pending = order ? undefined : await readStore.get(pendingPayments, named)
    const found = order ?? pending
    // Another customer's order is answered as an unknown one.
    if (!found || (found.customerId !== id && role !== 'admin'))
      throw new ShopError('NOT_FOUND', 'There is no such order')
    if (!order) {
      ctx.body = pendingView(found)
      return
    }
    ctx.body = role === 'admin' ? (await adminViewsOf(readStore, [order]))[0] : orderView(order)
  })

  router.get('/admin/orders', async (ctx) => {
    adminOf(ctx)
    const query = parseQuery(AdminOrderQuery, ctx)
    if (query.pending) return listPending(readStore, ctx, query)
    const { search, sortBy = '', limit = MAX_LISTED, cursor, status } = query
    const wanted = {
      anyOf: wantedBy(query, status),
      sortBy: adminSorts[sortBy],
      limit,
      ...(cursor && { after: cursor }),
    }
    const page = await (search === undefined ? readStore.find(orders, wanted) : findOrders(readStore, search, wanted))
    linkNext(ctx, page.next)
    ctx.body = await adminViewsOf(readStore, page.documents)
  })

  return router
}

/** A refund is due for cancelled orders only. */
function wantedBy({ refundDue, returnDue }: AdminOrderQuery, status: OrderStatus | undefined) {
  const isRefund: Filter = refundDue
    ? { refundDue: [true], status: !status || status === 'Cancelled' ? ['Cancelled'] : [] }
    : {}
  const isReturn: Filter = returnDue ? { returnDue: [true] } : {}
  return { ...(status && { status: [status] }), ...isReturn, ...isRefund }
}
type Filter = NonNullable<Query<OrderDocument>['anyOf']>

const shownBy =
  <D extends Pick<OrderDocument, '_id' | 'placedAt' | 'totalCents'>>(viewOf: (document: D) => Order) =>
  ({ documents, next }: Page<D>): Page<Shown> => ({
    documents: documents.map((document) => {
      const { _id, placedAt, totalCents } = document
      return { _id, placedAt, totalCents, view: viewOf(document) }
    }),
    ...(next !== undefined && { next }),
  })
type Shown = Readonly<{ _id: string; placedAt: string; totalCents: number; view: Order }>

/** Orders as an admin sees them, each with its customer's name. */
export async function adminViewsOf(readStore: ReadStore, documents: readonly OrderDocument[]) {
  const names = await namesOf(
    readStore,
    documents.map(({ customerId }) => customerId),
  )
  return documents.map((order) => adminOrderView(order, names.get(order.customerId)))
}
