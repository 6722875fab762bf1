import Router from '@koa/router'
import { ListQuery } from '@shop/shared/api/catalog'
import { adminOf } from '@shop/shared/http/authenticate'
import { parseQuery } from '@shop/shared/http/parse'
import { tokensOf } from '@shop/shared/read-models/tokens'
import { type UserDocument, users } from '@shop/shared/read-models/users'
import type { Query, ReadStore } from '@shop/shared/read-store/read-store'
import { userView } from '@shop/shared/views/user-view'
import { DEFAULT_LIMIT, linkNext, sortNamed } from './list-page.ts'

const sorts: Readonly<Record<string, NonNullable<Query<UserDocument>['sortBy']>>> = {
  '': { field: 'registeredAt', descending: true },
  name: { field: 'name' },
  email: { field: 'email' },
  role: { field: 'role' },
}

export function userRoutes(readStore: ReadStore): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/users', async (ctx) => {
    adminOf(ctx)
    const { search, sortBy, limit = DEFAULT_LIMIT, cursor } = parseQuery(ListQuery, ctx)
    const page = await readStore.find(users, {
      ...(search !== undefined && { allOf: { tokens: tokensOf(search) } }),
      sortBy: sortNamed(sorts, sortBy),
      limit,
      ...(cursor && { after: cursor }),
    })
    linkNext(ctx, page.next)
    ctx.body = page.documents.map(userView)
  })

  return router
}
