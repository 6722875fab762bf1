import type Router from '@koa/router'
import { ForgottenBody, ResetBody } from '@shop/language/account/api'
import { accountStream } from '@shop/language/account/events'
import { forgottenStream } from '@shop/language/account/forgotten-events'
import { invalidField } from '@shop/language/errors'
import { RESET_LINK_HOURS } from '@shop/language/limits'
import { spanInWords } from '@shop/language/values/span'
import { callerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { clientOf } from '@shop/server/limits/address-keys'
import { answer } from '../answer.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import { createMailRequestLimit } from '../mail-request-limit.ts'
import type { Parts } from '../parts.ts'
import { accountDecider } from './account-decider.ts'
import { emailKeyOf } from './accounts.ts'
import { refuseEasy } from './easy-passwords.ts'
import { createEndingsLimit } from './endings-limit.ts'
import { forgottenDecider } from './forgotten-decider.ts'
import { type PasswordCheck, requireSamePassword } from './password-check.ts'
import { resetBy } from './reset-link.ts'

const ASKED = `If there is an account for this address, we have emailed it a link. It works for ${spanInWords(RESET_LINK_HOURS * 3600)}`

export function addForgottenRoutes(router: Router, parts: Parts, { passwords, limits }: PasswordCheck) {
  const { commands, keys, digestSecret, counters } = parts
  const limitForgotten = createMailRequestLimit(counters, 'forgotten passwords', 'links were requested')
  const limitResets = createEndingsLimit(counters, 'link')

  /** Does the same work for every address: neither the answer nor its timing reveals whether there is an account. */
  router.post('/password/forgotten', async (ctx) => {
    const { email } = parse(ForgottenBody, ctx.request.body)
    const emailKey = await emailKeyOf(keys, email)
    await limitForgotten(ctx.ip, emailKey)
    const metadata = metadataOf(ctx, digestSecret)
    await requireSameBody(commands, metadata)
    await commands.handle(forgottenDecider, forgottenStream(emailKey), { type: 'AskForReset', emailKey }, metadata)
    answer(ctx, { message: ASKED })
  })

  router.post('/password/reset', async (ctx) => {
    const { token, newPassword } = parse(ResetBody, ctx.request.body)
    const reset = await resetBy(parts, token)
    if (!reset) throw ended()
    const { accountId, account, resets, emailKey, isOpen } = reset
    const stream = accountStream(accountId)
    // The digest leaves the password out, so the log stores no digest of a password.
    const metadata = metadataOf(ctx, digestSecret, callerOf(ctx), { token })
    const own = furtherCommand(metadata, 'password')
    const earlier = await commands.answered(accountDecider, stream, own)
    if (!earlier && !isOpen) throw ended()
    if (earlier) await requireSamePassword(passwords, newPassword, earlier.state, clientOf(ctx.ip))
    const { position } = earlier ?? (await setPassword())
    await commands.untilKnownEverywhere()
    answer(ctx, { message: 'Your password is changed, and every device is signed out' }, position)

    async function setPassword() {
      await refuseEasy(newPassword, account, 'newPassword')
      await limitResets(accountId)
      await requireSameBody(commands, metadata)
      const passwordHash = await passwords.hash(newPassword, { client: clientOf(ctx.ip) })
      const changed = await commands.handle(
        accountDecider,
        stream,
        { type: 'ChangePassword', accountId, passwordHash, by: 'link', resets, mailedTo: emailKey },
        own,
      )
      // Before the reset, the owner probably tried wrong passwords. These tries must not prevent the sign-in now.
      await limits.forgiveTry({ address: ctx.ip, emailKey })
      return changed
    }
  })
}

const ended = () => invalidField('token', 'This link does not work any more. Request another one')
