import Router from '@koa/router'
import { MAX_LISTED } from '@shop/language/api/limits'
import { PageQuery } from '@shop/language/api/list-query'
import type { OrderStatus } from '@shop/language/api/order-status'
import { AdminOrderQuery } from '@shop/language/api/orders'
import { ShopError } from '@shop/language/errors'
import { type OrderDocument, orders } from '@shop/language/read-models/orders'
import { type PendingPaymentDocument, pendingPayments } from '@shop/language/read-models/pending-payments'
import { adminOrderView, orderView, pendingView } from '@shop/language/views/order-view'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'
import { namesOf } from './customer-names.ts'
import { findSearched, merged } from './find-searched.ts'
import { adminPendingViewsOf, listPending, placedIn } from './list-pending.ts'

type OrderSort = Readonly<{ field: 'placedAt' | 'totalCents' | 'status'; descending?: boolean }>
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
    const pages = await Promise.all([readStore.find(pendingPayments, own), readStore.find(orders, own)])
    const page = merged<PendingPaymentDocument | OrderDocument>(pages, { sortBy: newest, limit })
    linkNext(ctx, page.next)
    ctx.body = page.documents.map((one) => (isOrder(one) ? orderView(one) : pendingView(one)))
  })

  router.get('/orders/:id', async (ctx) => {
    const { id, role } = customerOf(ctx)
    const named = ctx.params.id ?? ''
    const found = (await readStore.get(orders, named)) ?? (await readStore.get(pendingPayments, named))
    // Another customer's order is answered as an unknown one.
    if (!found || (found.customerId !== id && role !== 'admin'))
      throw new ShopError('NOT_FOUND', 'There is no such order')
    if (isOrder(found)) ctx.body = role === 'admin' ? (await adminViewsOf(readStore, [found]))[0] : orderView(found)
    else ctx.body = role === 'admin' ? (await adminPendingViewsOf(readStore, [found]))[0] : pendingView(found)
  })

  router.get('/admin/orders', async (ctx) => {
    adminOf(ctx)
    const query = parseQuery(AdminOrderQuery, ctx)
    if (query.pending) return listPending(readStore, ctx, query)
    const { search, sortBy = '', limit = MAX_LISTED, cursor, status } = query
    const wanted = {
      anyOf: wantedBy(query, status),
      ...placedIn(query),
      sortBy: adminSorts[sortBy],
      limit,
      ...(cursor && { after: cursor }),
    }
    const page = await findSearched(readStore, orders, search, wanted)
    linkNext(ctx, page.next)
    ctx.body = await adminViewsOf(readStore, page.documents)
  })

  return router
}

const isOrder = (found: OrderDocument | PendingPaymentDocument): found is OrderDocument => 'paidAt' in found

/** A refund is due for cancelled orders only. */
function wantedBy({ refundDue, returnDue, incompleteAddress }: AdminOrderQuery, status: OrderStatus | undefined) {
  const isRefund: Filter = refundDue
    ? { refundDue: [true], status: !status || status === 'Cancelled' ? ['Cancelled'] : [] }
    : {}
  const isReturn: Filter = returnDue ? { returnDue: [true] } : {}
  const isIncomplete: Filter = incompleteAddress ? { incompleteAddress: [true] } : {}
  return { ...(status && { status: [status] }), ...isReturn, ...isIncomplete, ...isRefund }
}

type Filter = NonNullable<Query<OrderDocument>['anyOf']>

/** Orders as an admin sees them, each with its customer's name. */
export async function adminViewsOf(readStore: ReadStore, documents: readonly OrderDocument[]) {
  const names = await namesOf(
    readStore,
    documents.map(({ customerId }) => customerId),
  )
  return documents.map((order) => adminOrderView(order, names.get(order.customerId)))
}
