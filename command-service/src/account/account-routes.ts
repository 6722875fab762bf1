import Router from '@koa/router'
import { AddUserBody, EditUserBody, LoginBody, RegisterBody, type Role } from '@shop/language/api/account'
import { Id } from '@shop/language/api/text'
import { ShopError } from '@shop/language/errors'
import { accountStream } from '@shop/language/events/account-events'
import { idFrom } from '@shop/language/events/event-id'
import { userView } from '@shop/language/views/user-view'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { type Account, accountDecider } from './account-decider.ts'
import { accountBy, callerOf, emailKeyOf } from './accounts.ts'
import { refuseCommon } from './common-passwords.ts'
import { createPasswords } from './passwords.ts'
import { editAccount, eraseAccount, registerAccount, setRole } from './save-account.ts'
import { createRegistrationLimit, createSignInLimits } from './sign-in-limits.ts'

export function accountRoutes(parts: Parts): Router {
  const { commands, keys, tokens, digestSecret, rateLimits } = parts
  const router = new Router()
  const passwords = createPasswords()
  const limits = createSignInLimits(rateLimits)
  const limitRegistration = createRegistrationLimit(rateLimits)

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
    const { state, position } =
      (await commands.answered(accountDecider, accountStream(accountId), metadata)) ??
      (await limitRegistration(ctx.ip, async () => {
        await refuseCommon(password)
        return registerAccount(parts, accountId, person, () => passwords.hash(password), existsAlready, metadata)
      }))
    answer(ctx, { user: shown(accountId, state, 'customer'), token: await tokens.sign(accountId) }, position)
    ctx.status = 201
  })

  router.post('/users', async (ctx) => {
    adminOf(ctx)
    const { password, role, ...person } = parse(AddUserBody, ctx.request.body)
    const metadata = metadataOf(ctx, digestSecret)
    const accountId = idFrom(metadata.causationId, 'account')
    const earlier = await commands.answered(accountDecider, accountStream(accountId), metadata)
    if (!earlier) await refuseCommon(password)
    const account =
      earlier ?? (await registerAccount(parts, accountId, person, () => passwords.hash(password), taken, metadata))
    const admins = role === 'admin' ? await setRole(commands, accountId, role, metadata) : undefined
    if (admins) await commands.untilKnownEverywhere()
    answer(ctx, shown(accountId, account.state, role), account.position, admins?.position ?? '')
    ctx.status = 201
  })

  router.put('/users/:id', async (ctx) => {
    adminOf(ctx)
    const accountId = parse(Id, ctx.params.id)
    const changes = parse(EditUserBody, ctx.request.body)
    const { account, admins } = await editAccount(parts, accountId, changes, taken, metadataOf(ctx, digestSecret))
    const role = admins.state.has(accountId) ? 'admin' : 'customer'
    // Effective at the next call, wherever that is answered (decisions C13).
    if (changes.role) await commands.untilKnownEverywhere()
    answer(ctx, shown(accountId, account.state, role), account.position, changes.role ? admins.position : '')
  })

  router.delete('/users/:id', async (ctx) => {
    const { id: adminId } = adminOf(ctx)
    const accountId = parse(Id, ctx.params.id)
    if (accountId === adminId) throw new ShopError('LAST_ADMIN', 'Admins cannot delete themselves')
    const metadata = metadataOf(ctx, digestSecret)
    const { account, admins, forgotten } = await eraseAccount(parts, accountId, metadata)
    await commands.untilKnownEverywhere()
    answer(ctx, { message: 'User deleted' }, account.position, admins.position, forgotten.position)
  })

  return router
}

const shown = (_id: string, { name, email }: Account, role: Role = 'customer') => userView({ _id, name, email, role })

const EXISTS = 'User already exists'
const taken = () => new ShopError('CONFLICT', EXISTS)
const existsAlready = () =>
  new ShopError('VALIDATION_FAILED', EXISTS, { details: { fields: [{ path: 'email', message: EXISTS }] } })
