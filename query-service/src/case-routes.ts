import Router from '@koa/router'
import { users } from '@shop/language/account/document'
import { CaseQuery } from '@shop/language/case/api'
import { type CaseDocument, cases } from '@shop/language/case/document'
import { caseView } from '@shop/language/case/view'
import { ShopError } from '@shop/language/errors'
import { MAX_LISTED } from '@shop/language/limits'
import { orders } from '@shop/language/order/document'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parse, parseQuery } from '@shop/server/http/parse'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { namesOf } from './customer-names.ts'
import { findSearched } from './find-searched.ts'

type Sort = Readonly<{ field: 'standing' | 'openedAt' | 'amountCents'; descending?: boolean }>
const sorts: Readonly<Record<NonNullable<CaseQuery['sortBy']>, Sort>> = {
  // In descending order, 'open' comes before 'closed'.
  '': { field: 'standing', descending: true },
  oldest: { field: 'openedAt' },
  amountdesc: { field: 'amountCents', descending: true },
}

/** The cases that need an admin's attention (decisions M5: failures become cases). */
export function caseRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/cases', async (ctx) => {
    adminOf(ctx)
    const { search, sortBy = '', limit = MAX_LISTED, cursor, status } = parseQuery(CaseQuery, ctx)
    const wanted = {
      ...(status && { anyOf: { isOpen: [status === 'open'] } }),
      sortBy: sorts[sortBy],
      limit,
      ...(cursor && { after: cursor }),
    }
    const page = await findSearched(readStore, cases, search, wanted)
    linkNext(ctx, page.next)
    ctx.body = await viewsOf(page.documents)
  })

  router.get('/admin/cases/:id', async (ctx) => {
    adminOf(ctx)
    const found = await readStore.get(cases, parse(Id, ctx.params.id))
    if (!found) throw new ShopError('NOT_FOUND', 'There is no such case')
    ctx.body = (await viewsOf([found]))[0]
  })

  async function viewsOf(documents: readonly CaseDocument[]) {
    const names = await namesOf(
      readStore,
      documents.flatMap(({ customerId }) => customerId ?? []),
    )
    const placed = await readStore.getMany(
      orders,
      documents.flatMap(({ checkoutId }) => checkoutId ?? []),
    )
    return documents.map((one) => {
      const { customerId, checkoutId } = one
      const orderId = one.orderId ?? (checkoutId && placed.has(checkoutId) ? checkoutId : null)
      return caseView({ ...one, orderId }, customerId ? names.get(customerId) : undefined)
    })
  }

  return [router, [cases, orders, users]]
}
