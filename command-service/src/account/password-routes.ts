import type Router from '@koa/router'
import { ChangePasswordBody } from '@shop/language/account/api'
import type { Caller } from '@shop/language/account/caller'
import { accountStream } from '@shop/language/account/events'
import { bearerOf, callerOf, customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { type CommandMetadata, metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { usedKey } from '../handler/earlier-answers.ts'
import type { Parts } from '../parts.ts'
import { shown } from './account-answers.ts'
import { accountDecider } from './account-decider.ts'
import type { Account } from './account-state.ts'
import { accountOf, roleOf } from './accounts.ts'
import { refuseEasy } from './easy-passwords.ts'
import { createEndingsLimit } from './endings-limit.ts'
import type { PasswordCheck } from './password-check.ts'
import { beginSession } from './sessions.ts'

/** A change ends all sessions of the account and begins a new session. After the answer, every process refuses the ended sessions. */
export function addPasswordRoutes(router: Router, parts: Parts, { passwords, confirm, isOfChange }: PasswordCheck) {
  const { commands, digestSecret, counters } = parts
  const limitChanges = createEndingsLimit(counters, 'password')

  router.put('/me/password', async (ctx) => {
    const caller = callerOf(ctx) ?? (await formerCallerOf(ctx)) ?? customerOf(ctx)
    const metadata = metadataOf(ctx, digestSecret, caller)
    // This metadata has no digest of the request's body, so the log stores no digest of a password.
    const own = furtherCommand(metadata, 'password')
    const earlier = await commands.answered(accountDecider, accountStream(caller.id), own)
    if (!earlier) customerOf(ctx)
    const given = parse(ChangePasswordBody, ctx.request.body)
    const ver = earlier && (await verToRepeat(ctx, caller.id, earlier.state, given))
    const { state, position } = earlier ?? (await change(ctx.ip, caller.id, given, own))
    const session = await beginSession(parts, { accountId: caller.id, ver: ver ?? state.ver }, metadata)
    await commands.untilKnownEverywhere()
    answer(ctx, { user: shown(caller.id, state, caller.role), token: session.token }, position, session.position)
  })

  /** The caller whom an ended token names. A repeated change comes with an ended token. */
  async function formerCallerOf(ctx: Context): Promise<Caller | undefined> {
    const accountId = bearerOf(ctx)?.accountId
    return accountId === undefined ? undefined : { id: accountId, role: await roleOf(commands, accountId) }
  }

  async function change(address: string, accountId: string, given: ChangePasswordBody, metadata: CommandMetadata) {
    const { currentPassword, newPassword } = given
    const account = await confirm(address, accountId, { password: currentPassword, path: 'currentPassword' })
    await refuseEasy(newPassword, account, 'newPassword')
    await limitChanges(accountId)
    const passwordHash = await passwords.hash(newPassword)
    const command = { type: 'ChangePassword', accountId, passwordHash, by: 'password', ver: account.ver } as const
    return commands.handle(accountDecider, accountStream(accountId), command, metadata)
  }

  /**
   * Returns the `ver` for the session that answers a repeated change. The caller must give both passwords of the change, and a valid token
   * or the token that this change has ended. Throws UNAUTHENTICATED for an ended token, IDEMPOTENCY_MISMATCH for a valid token, or
   * RATE_LIMITED after too many guesses.
   */
  async function verToRepeat(ctx: Context, accountId: string, left: Account, given: ChangePasswordBody) {
    const { status, ver } = await accountOf(commands, accountId)
    const isOwn = status === 'active' && ver === left.ver && bearerOf(ctx)?.ver === left.ver - 1
    if (!isOwn) customerOf(ctx)
    if (await isOfChange(ctx.ip, left, given)) return ver
    customerOf(ctx)
    throw usedKey()
  }
}
