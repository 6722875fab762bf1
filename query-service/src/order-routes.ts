import Router from '@koa/router'
import { MAX_LISTED } from '@shop/language/api/limits'
import { PageQuery } from '@shop/language/api/list-query'
import type { OrderStatus } from '@shop/language/api/order-status'
import { AdminOrderQuery } from '@shop/language/api/orders'
import { ShopError } from '@shop/language/errors'
import { type OrderDocument, orders } from '@shop/language/read-models/orders'
import { pendingPayments } from '@shop/language/read-models/pending-payments'
import { adminOrderView, orderView, pendingView } from '@shop/language/views/order-view'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { parseQuery } from '@shop/server/http/parse'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'
import { namesOf } from './customer-names.ts'
import { findOrders, type OrderSort } from './find-orders.ts'
import { linkNext } from './list-page.ts'

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
    // Pending payments are few, and newer than most orders: they stand before the first page.
    const [page, pending] = await Promise.all([
      readStore.find(orders, own),
      cursor ? undefined : readStore.find(pendingPayments, own),
    ])
    const placed = new Set(page.documents.map(({ _id }) => _id))
    const unpaid = pending?.documents.filter(({ _id }) => !placed.has(_id)) ?? []
    linkNext(ctx, page.next)
    ctx.body = [...unpaid.map(pendingView), ...page.documents.map(orderView)]
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
    const { search, sortBy = '', limit = MAX_LISTED, cursor, status, refundDue } = parseQuery(AdminOrderQuery, ctx)
    const wanted = {
      anyOf: refundDue ? refundDueAnd(status) : status ? { status: [status] } : {},
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
const refundDueAnd = (status: OrderStatus = 'Cancelled'): NonNullable<Query<OrderDocument>['anyOf']> => ({
  refundDue: [true],
  status: status === 'Cancelled' ? [status] : [],
})

/** Orders as an admin sees them, each with its customer's name. */
export async function adminViewsOf(readStore: ReadStore, documents: readonly OrderDocument[]) {
  const names = await namesOf(
    readStore,
    documents.map(({ customerId }) => customerId),
  )
  return documents.map((order) => adminOrderView(order, names.get(order.customerId)))
}
