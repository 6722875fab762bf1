import Router from '@koa/router'
import { UserQuery } from '@shop/language/api/account'
import { MAX_LISTED } from '@shop/language/api/limits'
import { askedTokensOf } from '@shop/language/read-models/tokens'
import { type UserDocument, users } from '@shop/language/read-models/users'
import { userView } from '@shop/language/views/user-view'
import { adminOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'

const sorts: Readonly<Record<NonNullable<UserQuery['sortBy']>, NonNullable<Query<UserDocument>['sortBy']>>> = {
  '': { field: 'registeredAt', descending: true },
  name: { field: 'name' },
  email: { field: 'email' },
  role: { field: 'role' },
}

export function userRoutes(readStore: ReadStore): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/users', async (ctx) => {
    adminOf(ctx)
    const { search, sortBy = '', limit = MAX_LISTED, cursor } = parseQuery(UserQuery, ctx)
    const page = await readStore.find(users, {
      ...(search !== undefined && { allOf: { tokens: askedTokensOf(search) } }),
      sortBy: sorts[sortBy],
      limit,
      ...(cursor && { after: cursor }),
    })
    linkNext(ctx, page.next)
    ctx.body = page.documents.map(userView)
  })

  return router
}
