import Router from '@koa/router'
import { LoginBody, RegisterBody } from '@shop/language/api/account'
import { ShopError } from '@shop/language/errors'
import { accountStream } from '@shop/language/events/account-events'
import { idFrom } from '@shop/language/events/event-id'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { existsAlready, shown } from './account-answers.ts'
import { accountDecider } from './account-decider.ts'
import { accountBy, callerOf, emailKeyOf } from './accounts.ts'
import { refuseCommon } from './common-passwords.ts'
import { createPasswords } from './passwords.ts'
import { registerAccount } from './save-account.ts'
import { createRegistrationLimit, createSignInLimits } from './sign-in-limits.ts'
import { addUserRoutes } from './user-routes.ts'

/** Signing in, registering, and administration of the accounts. */
export function accountRoutes(parts: Parts): Router {
  const { commands, keys, tokens, digestSecret, counters } = parts
  const router = new Router()
  const passwords = createPasswords()
  const limits = createSignInLimits(counters)
  const limitRegistration = createRegistrationLimit(counters)

  router.post('/users/login', async (ctx) => {
    const { email, password } = parse(LoginBody, ctx.request.body)
    const emailKey = await emailKeyOf(keys, email)
    await limits.refuseGuesser(ctx.ip, emailKey)
    // While the log is unreachable, recent callers can still sign in, by the state in memory.
    const known = { ...commands, load: commands.lastKnown, fact: commands.lastKnown }
    const found = await accountBy(known, emailKey)
    const right = await passwords.matches(password, found?.account.passwordHash, () =>
      limits.countTry(ctx.ip, emailKey),
    )
    if (!found || !right) throw new ShopError('BAD_CREDENTIALS', 'E-mail or password is wrong')
    await limits.forgiveTry(ctx.ip, emailKey)
    const { accountId, account } = found
    const caller = await callerOf(known, accountId)
    answer(ctx, { user: shown(accountId, account, caller?.role), token: await tokens.sign(accountId) })
  })

  router.post('/users/register', async (ctx) => {
    const { password, ...person } = parse(RegisterBody, ctx.request.body)
    const metadata = metadataOf(ctx, digestSecret)
    const accountId = idFrom(metadata.causationId, 'account')
    const earlier = await commands.answered(accountDecider, accountStream(accountId), metadata)
    if (!earlier) await refuseCommon(password)
    const { state, position } =
      earlier ??
      (await limitRegistration(ctx.ip, () =>
        registerAccount(parts, accountId, person, () => passwords.hash(password), existsAlready, metadata),
      ))
    answer(ctx, { user: shown(accountId, state, 'customer'), token: await tokens.sign(accountId) }, position)
    ctx.status = 201
  })

  addUserRoutes(router, parts, passwords)
  return router
}
