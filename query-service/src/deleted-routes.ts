import Router from '@koa/router'
import { users } from '@shop/language/account/document'
import { DeletedQuery } from '@shop/language/deleted/api'
import { type DeletionDocument, deletions } from '@shop/language/deleted/document'
import { deletedView } from '@shop/language/deleted/view'
import { MAX_LISTED } from '@shop/language/limits'
import { products } from '@shop/language/product/document'
import { adminOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { namesOf } from './customer-names.ts'
import { findSearched } from './find-searched.ts'

/** Deleted orders and products, which admins can restore (decisions P12: deleting is undoable). */
export function deletedRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/deleted', async (ctx) => {
    adminOf(ctx)
    const { search, kind, limit = MAX_LISTED, cursor } = parseQuery(DeletedQuery, ctx)
    const page = await findSearched(readStore, deletions, search, {
      ...(kind && { anyOf: { kind: [kind] } }),
      between: { deletedAt: IS_DELETED },
      sortBy: { field: 'deletedAt', descending: true },
      limit,
      ...(cursor && { after: cursor }),
    })
    linkNext(ctx, page.next)
    ctx.body = await viewsOf(page.documents)
  })

  /** The details of a deleted product are read from its document, which still exists. */
  async function viewsOf(documents: readonly DeletionDocument[]) {
    const ids = documents.flatMap(({ kind, thingId }) => (kind === 'product' ? thingId : []))
    const found = await readStore.getMany(products, ids)
    const people = documents.flatMap(({ deletedBy, customerId }) => [deletedBy ?? [], customerId ?? []].flat())
    const names = await namesOf(readStore, people)
    return documents.map((one) =>
      deletedView(one, {
        by: one.deletedBy === null ? undefined : names.get(one.deletedBy),
        product: one.kind === 'product' ? found.get(one.thingId) : undefined,
        customer: one.customerId === null ? undefined : names.get(one.customerId),
      }),
    )
  }

  return [router, [deletions, products, users]]
}

/** An order or product that is not deleted has an empty `deletedAt`. */
const IS_DELETED = { from: '0' }
