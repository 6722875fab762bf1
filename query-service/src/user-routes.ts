import Router from '@koa/router'
import { UserQuery } from '@shop/language/account/api'
import { type UserDocument, users } from '@shop/language/account/document'
import { userView } from '@shop/language/account/view'
import { ShopError } from '@shop/language/errors'
import { MAX_LISTED } from '@shop/language/limits'
import { queryTokensOf } from '@shop/language/product/tokens'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'

const sorts: Readonly<Record<NonNullable<UserQuery['sortBy']>, NonNullable<Query<UserDocument>['sortBy']>>> = {
  '': { field: 'registeredAt', descending: true },
  name: { field: 'name' },
  email: { field: 'email' },
  role: { field: 'role' },
}

export function userRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/users', async (ctx) => {
    adminOf(ctx)
    const { search, sortBy = '', limit = MAX_LISTED, cursor } = parseQuery(UserQuery, ctx)
    const page = await readStore.find(users, {
      ...(search !== undefined && { startWith: { tokens: queryTokensOf(search) } }),
      sortBy: sorts[sortBy],
      limit,
      ...(cursor && { after: cursor }),
    })
    linkNext(ctx, page.next)
    ctx.body = page.documents.map(userView)
  })

  router.get('/me', async (ctx) => {
    ctx.body = userView(await ownAccount(readStore, customerOf(ctx).id))
  })

  return [router, [users]]
}

export async function ownAccount(readStore: ReadStore, id: string): Promise<UserDocument> {
  const user = await readStore.get(users, id)
  if (!user) throw new ShopError('UNAVAILABLE', 'Your account cannot be shown yet. Try again in a moment')
  return user
}
