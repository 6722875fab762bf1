import Router from '@koa/router'
import { DeleteOwnAccountBody } from '@shop/language/account/api'
import { EraseCorrespondentBody } from '@shop/language/correspondence/api'
import { ShopError } from '@shop/language/errors'
import { Id } from '@shop/language/values/text'
import { adminOf, customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { emailKeyOf } from '../account/accounts.ts'
import type { PasswordCheck } from '../account/password-check.ts'
import { eraseAccount } from '../account/save-account.ts'
import { answer } from '../answer.ts'
import { eraseCorrespondentBy } from '../correspondent/correspondents.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import type { Parts } from '../parts.ts'
import { checkDeletionByAdmin, checkOwnDeletion } from './open-orders.ts'

/** See decisions C13 and decisions C14 (erasure). */
export function accountDeletionRoutes(parts: Parts, { confirm }: PasswordCheck): Router {
  const { commands, keys, digestSecret } = parts
  const router = new Router()

  router.delete('/me', async (ctx) => {
    const { id: accountId } = customerOf(ctx)
    const { password } = parse(DeleteOwnAccountBody, ctx.request.body)
    await confirm(ctx.ip, accountId, { password, path: 'password' })
    await checkOwnDeletion(commands, accountId)
    // This metadata has no digest of the request's body, so the log stores no digest of the password.
    const own = furtherCommand(metadataOf(ctx, digestSecret), 'leave')
    const { account, roles, forgotten } = await eraseAccount(parts, accountId, own, undefined)
    await commands.untilKnownEverywhere()
    answer(ctx, { message: 'Account deleted' }, account.position, roles.position, forgotten.position)
  })

  // Refuses to delete a user with unshipped orders, pending payments or pending refunds (decisions C13b).
  router.delete('/users/:id', async (ctx) => {
    const { id: adminId } = adminOf(ctx)
    const accountId = parse(Id, ctx.params.id)
    if (accountId === adminId) throw new ShopError('LAST_ADMIN', 'Admins cannot delete themselves')
    await checkDeletionByAdmin(commands, accountId)
    const { account, roles, forgotten } = await eraseAccount(parts, accountId, metadataOf(ctx, digestSecret), adminId)
    await commands.untilKnownEverywhere()
    answer(ctx, { message: 'User deleted' }, account.position, roles.position, forgotten.position)
  })

  router.post('/correspondents/erase', async (ctx) => {
    adminOf(ctx)
    const { email } = parse(EraseCorrespondentBody, ctx.request.body)
    const metadata = metadataOf(ctx, digestSecret)
    await requireSameBody(commands, metadata)
    await eraseCorrespondentBy(parts, await emailKeyOf(keys, email), metadata)
    answer(ctx, {
      message:
        'The messages and the newsletter subscription of this address are deleted. An account with this address stays',
    })
  })

  return router
}
