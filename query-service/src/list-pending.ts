import { MAX_LISTED } from '@shop/language/api/limits'
import type { AdminOrderQuery } from '@shop/language/api/orders'
import { pendingPayments } from '@shop/language/read-models/pending-payments'
import { pendingView } from '@shop/language/views/order-view'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Context } from 'koa'
import { namesOf } from './customer-names.ts'
import { customersCalled } from './find-orders.ts'
import { linkNext } from './list-page.ts'

/** Answers with the money that the provider still checks: nobody can do anything about it but wait (decisions S7). */
export async function listPending(readStore: ReadStore, ctx: Context, query: AdminOrderQuery) {
  const { search, sortBy, limit = MAX_LISTED, cursor } = query
  const customerId = search === undefined ? undefined : await customersCalled(readStore, search)
  const page = await readStore.find(pendingPayments, {
    ...(customerId && { anyOf: { customerId } }),
    sortBy: { field: 'placedAt', descending: sortBy !== 'oldest' },
    limit,
    ...(cursor && { after: cursor }),
  })
  const customers = page.documents.map((payment) => payment.customerId)
  const names = await namesOf(readStore, customers)
  linkNext(ctx, page.next)
  ctx.body = page.documents.map((payment) => {
    const name = names.get(payment.customerId)
    return { ...pendingView(payment), ...(name !== undefined && { user: { name } }) }
  })
}
