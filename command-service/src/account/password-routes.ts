import type Router from '@koa/router'
import { ChangePasswordBody } from '@shop/language/api/account'
import { accountStream } from '@shop/language/events/account-events'
import { customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { shown } from './account-answers.ts'
import { accountDecider } from './account-decider.ts'
import { refuseCommon } from './common-passwords.ts'
import type { LimitEndings } from './endings-limit.ts'
import type { PasswordCheck } from './password-check.ts'
import { beginSession } from './sessions.ts'

/** Another password ends all sessions, from the next call on, wherever that is answered, and begins a new one. */
export function addPasswordRoutes(
  router: Router,
  parts: Parts,
  { passwords, confirm }: PasswordCheck,
  limitEndings: LimitEndings,
) {
  const { commands, digestSecret } = parts

  router.put('/me/password', async (ctx) => {
    const { id: accountId, role } = customerOf(ctx)
    const { currentPassword, newPassword } = parse(ChangePasswordBody, ctx.request.body)
    const { ver } = await confirm(ctx.ip, accountId, { password: currentPassword, path: 'currentPassword' })
    await refuseCommon(newPassword, 'newPassword')
    await limitEndings(accountId)
    const metadata = metadataOf(ctx, digestSecret)
    const passwordHash = await passwords.hash(newPassword)
    const change = { type: 'ChangePassword', accountId, passwordHash, ver } as const
    // Not under the request's own id: no digest of a password reaches the log.
    const own = furtherCommand(metadata, 'password')
    const { state, position } = await commands.handle(accountDecider, accountStream(accountId), change, own)
    const session = await beginSession(parts, { accountId, ver: state.ver }, metadata)
    await commands.untilKnownEverywhere()
    answer(ctx, { user: shown(accountId, state, role), token: session.token }, position, session.position)
  })
}
