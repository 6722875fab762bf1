import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { eraseAccount } from '../account/save-account.ts'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { checkDeletionByAdmin } from './open-orders.ts'

/** Refuses to delete a user with unshipped orders, pending payments or pending refunds (decisions C13b and decisions C14: erasure). */
export function deleteUserRoutes(parts: Parts): Router {
  const { commands, digestSecret } = parts
  const router = new Router()

  router.delete('/users/:id', async (ctx) => {
    const { id: adminId } = adminOf(ctx)
    const accountId = parse(Id, ctx.params.id)
    if (accountId === adminId) throw new ShopError('LAST_ADMIN', 'Admins cannot delete themselves')
    await checkDeletionByAdmin(commands, accountId)
    const { account, roles, forgotten } = await eraseAccount(parts, accountId, metadataOf(ctx, digestSecret), adminId)
    await commands.untilKnownEverywhere()
    answer(ctx, { message: 'User deleted' }, account.position, roles.position, forgotten.position)
  })

  return router
}
