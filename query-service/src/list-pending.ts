import { MAX_LISTED } from '@shop/language/limits'
import type { AdminOrderQuery } from '@shop/language/order/api'
import { type PendingPaymentDocument, pendingPayments } from '@shop/language/order/pending-document'
import { adminPendingView } from '@shop/language/order/view'
import { linkNext } from '@shop/server/http/link-next'
import type { Page, ReadStore } from '@shop/stores/read-store/read-store'
import type { Context } from 'koa'
import { customersOf } from './customer-names.ts'
import { customersCalled } from './find-searched.ts'

/** Payments that the provider is still checking, with the provider's reason (decisions S7, M17: pending payments). */
export async function listPending(readStore: ReadStore, ctx: Context, query: AdminOrderQuery) {
  const page = await pendingPage(readStore, query)
  linkNext(ctx, page.next)
  ctx.body = await adminPendingViewsOf(readStore, page.documents)
}

/** A filter that is only for orders, such as `status`, excludes all pending payments. */
async function pendingPage(readStore: ReadStore, query: AdminOrderQuery): Promise<Page<PendingPaymentDocument>> {
  const { search, sortBy, limit = MAX_LISTED, cursor, status, toShip, refundDue, returnDue, incompleteAddress } = query
  if (status || toShip || refundDue || returnDue || incompleteAddress) return { documents: [] }
  const customerId = search === undefined ? undefined : await customersCalled(readStore, search)
  return readStore.find(pendingPayments, {
    ...(customerId && { anyOf: { customerId } }),
    ...placedIn(query),
    sortBy: { field: 'placedAt', descending: sortBy !== 'oldest' },
    limit,
    ...(cursor && { after: cursor }),
  })
}

export async function adminPendingViewsOf(readStore: ReadStore, documents: readonly PendingPaymentDocument[]) {
  const customers = await customersOf(readStore, documents)
  return documents.map((payment) => adminPendingView(payment, customers.get(payment.customerId)))
}

export const placedIn = ({ from, to }: Pick<AdminOrderQuery, 'from' | 'to'>) =>
  from || to ? { between: { placedAt: { ...(from && { from }), ...(to && { to: `${to}T23:59:59.999Z` }) } } } : {}
