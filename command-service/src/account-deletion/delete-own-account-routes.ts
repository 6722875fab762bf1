import Router from '@koa/router'
import { DeleteOwnAccountBody } from '@shop/language/account/api'
import { customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { PasswordCheck } from '../account/password-check.ts'
import { eraseAccount } from '../account/save-account.ts'
import { answer } from '../answer.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { checkOwnDeletion } from './open-orders.ts'

/** Deletes the caller's own account (decisions C13 and decisions C14: erasure). */
export function deleteOwnAccountRoutes(parts: Parts, { confirm }: PasswordCheck): Router {
  const { commands, digestSecret } = parts
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

  return router
}
