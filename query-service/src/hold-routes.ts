import Router from '@koa/router'
import { users } from '@shop/language/account/document'
import type { Hold } from '@shop/language/hold/api'
import { HoldQuery } from '@shop/language/hold/api'
import { type HoldDocument, holds } from '@shop/language/hold/document'
import { MAX_LISTED } from '@shop/language/limits'
import { adminOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { customersOf } from './customer-names.ts'

/** Lists unpaid pieces and the customers who hold them (decisions K1: held, unpaid pieces). */
export function holdRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/holds', async (ctx) => {
    adminOf(ctx)
    const { limit = MAX_LISTED, cursor } = parseQuery(HoldQuery, ctx)
    const page = await readStore.find(holds, {
      anyOf: { isHeld: ['yes'] },
      sortBy: { field: 'pieces', descending: true },
      limit,
      ...(cursor && { after: cursor }),
    })
    linkNext(ctx, page.next)
    const customers = await customersOf(readStore, page.documents)
    ctx.body = page.documents.map((hold) => viewOf(hold, customers.get(hold.customerId)))
  })

  return [router, [holds, users]]
}

const viewOf = (
  { customerId: _, isHeld: __, pending: ___, items, ...hold }: HoldDocument,
  user: Hold['user'],
): Hold => ({
  ...hold,
  items: [...items],
  ...(user && { user }),
})
