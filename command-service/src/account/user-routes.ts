import type Router from '@koa/router'
import { AddUserBody, EditUserBody, type User } from '@shop/language/account/api'
import { accountStream } from '@shop/language/account/events'
import { idFrom } from '@shop/language/values/id-from'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { shown, taken } from './account-answers.ts'
import { accountDecider } from './account-decider.ts'
import { requireNotErased } from './accounts.ts'
import { refuseEasy } from './easy-passwords.ts'
import { createEndingsLimit } from './endings-limit.ts'
import { requireSamePassword } from './password-check.ts'
import type { Passwords } from './passwords.ts'
import { roleIn } from './roles-decider.ts'
import { editAccount, registerAccount, setRole } from './save-account.ts'
import { signOutEverywhere } from './session-routes.ts'

/** Some clients read the user from the body, some from the body's field `user` (decisions P20). */
const saved = (user: User) => ({ ...user, user })

export function addUserRoutes(router: Router, parts: Parts, passwords: Passwords) {
  const { commands, digestSecret, counters } = parts
  const limitEndings = createEndingsLimit(counters, 'admin')

  router.post('/users', async (ctx) => {
    const admin = adminOf(ctx)
    const { password, role, ...person } = parse(AddUserBody, ctx.request.body)
    // The digest leaves the password out, so the log stores no digest of a password.
    const metadata = metadataOf(ctx, digestSecret, admin, { ...person, role })
    const accountId = idFrom(metadata.causationId, 'account')
    const earlier = await commands.answered(accountDecider, accountStream(accountId), metadata)
    if (earlier) {
      await requireNotErased(commands, accountId)
      await requireSamePassword(passwords, password, earlier.state)
    } else await refuseEasy(password, person)
    const account =
      earlier ?? (await registerAccount(parts, accountId, person, () => passwords.hash(password), taken, metadata))
    const roles = role === 'customer' ? undefined : await setRole(commands, accountId, role, metadata, admin.id)
    if (roles) await commands.untilKnownEverywhere()
    answer(ctx, saved(shown(accountId, account.state, role)), account.position, roles?.position ?? '')
    ctx.status = 201
  })

  router.put('/users/:id', async (ctx) => {
    adminOf(ctx)
    const accountId = parse(Id, ctx.params.id)
    const changes = parse(EditUserBody, ctx.request.body)
    const { account, roles } = await editAccount(parts, accountId, changes, taken, metadataOf(ctx, digestSecret))
    const role = roleIn(roles.state, accountId)
    // Every process must know the new role before the next call (decisions C13).
    if (changes.role) await commands.untilKnownEverywhere()
    answer(ctx, saved(shown(accountId, account.state, role)), account.position, changes.role ? roles.position : '')
  })

  router.delete('/users/:id/sessions', async (ctx) => {
    adminOf(ctx)
    const accountId = parse(Id, ctx.params.id)
    await limitEndings(accountId)
    await signOutEverywhere(ctx, parts, accountId)
  })
}
