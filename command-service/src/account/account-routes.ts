import Router from '@koa/router'
import { LoginBody, RegisterBody } from '@shop/language/account/api'
import { accountStream } from '@shop/language/account/events'
import { invalidField, ShopError } from '@shop/language/errors'
import { idFrom } from '@shop/language/values/id-from'
import { callerOf, signedInOf } from '@shop/server/http/authenticate'
import { createKnownDevices } from '@shop/server/http/known-device'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { clientOf } from '@shop/server/limits/address-keys'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { existsAlready, shown } from './account-answers.ts'
import { accountDecider } from './account-decider.ts'
import { accountBy, emailKeyOf, requireUnchanged, roleOf } from './accounts.ts'
import { refuseEasy } from './easy-passwords.ts'
import { addForgottenRoutes } from './forgotten-routes.ts'
import { addOwnAccountRoutes } from './own-account-routes.ts'
import { type PasswordCheck, requireSamePassword } from './password-check.ts'
import { addPasswordRoutes } from './password-routes.ts'
import { registerAccount } from './save-account.ts'
import { addSessionRoutes } from './session-routes.ts'
import { beginSession, beginSessionAnyway } from './sessions.ts'
import { createRegistrationLimit } from './sign-in-limits.ts'
import { storePasswordAnew } from './store-password-anew.ts'
import { addUserRoutes } from './user-routes.ts'

/** A waiting password is not hashed if its client has closed the connection. */
async function requireConnected({ res }: Context) {
  if (res.destroyed) throw invalidField('body', 'The client has closed the connection')
}

export function accountRoutes(parts: Parts, check: PasswordCheck): Router {
  const { commands, keys, digestSecret, counters } = parts
  const router = new Router()
  const { passwords, limits } = check
  const devices = createKnownDevices(digestSecret)
  const limitRegistration = createRegistrationLimit(counters)

  router.post('/users/login', async (ctx) => {
    const { email, password } = parse(LoginBody, ctx.request.body)
    const emailKey = await emailKeyOf(keys, email)
    const guesser = { address: ctx.ip, emailKey, known: devices.deviceOf(ctx, emailKey) }
    await limits.refuseGuesser(guesser)
    // While the log is unreachable, customers whose account is in memory can still sign in.
    const known = { ...commands, load: commands.lastKnown, fact: commands.lastKnown }
    const found = await accountBy(known, emailKey)
    const before = () => requireConnected(ctx).then(() => limits.countTry(guesser))
    const client = clientOf(ctx.ip)
    const verdict = await passwords.check(password, found?.account.passwordHash, { client, before })
    if (!found || verdict === 'wrong') throw new ShopError('BAD_CREDENTIALS', 'Email or password is wrong')
    await limits.forgiveTry(guesser)
    devices.remember(ctx, emailKey)
    const { accountId, account } = found
    const user = shown(accountId, account, await roleOf(known, accountId))
    const { ver } = account
    const metadata = metadataOf(ctx, digestSecret)
    if (verdict !== 'right')
      await storePasswordAnew(parts, { accountId, ver }, () => passwords.hash(password, { client }), metadata)
    const session = await beginSessionAnyway(parts, { accountId, ver }, metadata, signedInOf(ctx))
    answer(ctx, { user, token: session.token }, session.position)
  })

  router.post('/users/register', async (ctx) => {
    const { password, ...person } = parse(RegisterBody, ctx.request.body)
    const metadata = metadataOf(ctx, digestSecret, callerOf(ctx), person)
    const accountId = idFrom(metadata.causationId, 'account')
    const earlier = await commands.answered(accountDecider, accountStream(accountId), metadata)
    if (earlier) {
      await requireUnchanged(commands, accountId, earlier.state)
      await requireSamePassword(passwords, password, earlier.state, clientOf(ctx.ip))
    } else await refuseEasy(password, person)
    const { state, position } =
      earlier ??
      (await limitRegistration(ctx.ip, () =>
        registerAccount(
          parts,
          accountId,
          person,
          () => passwords.hash(password, { client: clientOf(ctx.ip), before: () => requireConnected(ctx) }),
          existsAlready,
          metadata,
        ),
      ))
    const session = await beginSession(parts, { accountId, ver: state.ver }, metadata)
    devices.remember(ctx, state.emailKey)
    answer(ctx, { user: shown(accountId, state, 'customer'), token: session.token }, position, session.position)
    ctx.status = 201
  })

  addSessionRoutes(router, parts)
  addPasswordRoutes(router, parts, check)
  addOwnAccountRoutes(router, parts, check)
  addForgottenRoutes(router, parts, check)
  addUserRoutes(router, parts, passwords)
  return router
}
