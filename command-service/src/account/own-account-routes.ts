import type Router from '@koa/router'
import { ConfirmEmailBody, EditOwnAccountBody } from '@shop/language/account/api'
import { accountStream } from '@shop/language/account/events'
import { spanInWords } from '@shop/language/values/span'
import { callerOf, customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { networkOf } from '@shop/server/limits/address-keys'
import { confirmLinks, confirmLinksOfNetwork, ownChanges } from '@shop/server/limits/budgets'
import { createLimit, usedUp } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import { answer } from '../answer.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { shown } from './account-answers.ts'
import { accountDecider } from './account-decider.ts'
import { emailKeyOf, roleOf } from './accounts.ts'
import { confirmEmail } from './confirm-link.ts'
import type { PasswordCheck } from './password-check.ts'

/** A new name is saved at once. A new e-mail address is saved when the link mailed to it is opened. */
export function addOwnAccountRoutes(router: Router, parts: Parts, { confirm }: PasswordCheck) {
  const { commands, keys, digestSecret, counters } = parts
  const limits = createOwnChangesLimit(counters)

  router.put('/me', async (ctx) => {
    const { id: accountId, role } = customerOf(ctx)
    const { password, ...changes } = parse(EditOwnAccountBody, ctx.request.body)
    const { name, email } = changes
    // The digest leaves the password out, so the log stores no digest of a password.
    const metadata = metadataOf(ctx, digestSecret, callerOf(ctx), changes)
    const stream = accountStream(accountId)
    const { digest } = metadata
    const own = (word: string) => ({ ...furtherCommand(metadata, word), ...(digest !== undefined && { digest }) })
    const [naming, mailing] = [own('name'), own('email')]
    // An earlier request with the same key may have changed only the other field.
    for (const step of [naming, mailing]) await commands.answered(accountDecider, stream, step)
    const by =
      email === undefined ? undefined : await confirm(ctx.ip, accountId, { password: password ?? '', path: 'password' })
    await limits.ofAccount(accountId)
    if (email !== undefined && by) {
      const emailKey = await emailKeyOf(keys, email)
      await limits.ofAddress({ address: ctx.ip, accountId, emailKey })
      const request = { type: 'RequestEmail', accountId, email, emailKey, ver: by.ver } as const
      await commands.handle(accountDecider, stream, request, mailing)
    }
    const { state, position } =
      name === undefined
        ? await commands.load(accountDecider, stream)
        : await commands.handle(accountDecider, stream, { type: 'Edit', accountId, name }, naming)
    answer(ctx, shown(accountId, state, role), position)
  })

  /** Without a sign-in, the link changes the e-mail address but does not confirm it. */
  router.post('/email/confirm', async (ctx) => {
    const { token } = parse(ConfirmEmailBody, ctx.request.body)
    const { accountId, state, position } = await confirmEmail(
      parts,
      { token, callerId: callerOf(ctx)?.id },
      metadataOf(ctx, digestSecret),
    )
    answer(ctx, shown(accountId, state, await roleOf(commands, accountId)), position)
  })
}

type Asked = Readonly<{ address: string; accountId: string; emailKey: string }>

/**
 * `ofAccount` limits the changes of one account, because each change appends an event to the account's stream, which is always read whole.
 * `ofAddress` limits how many links an account or a network can request for one e-mail address, so that strangers cannot fill the owner's
 * mailbox (decisions K3: limits per client). Both functions throw RATE_LIMITED.
 */
function createOwnChangesLimit(counters: Counters) {
  const ofAccount = createLimit(counters, ownChanges, 'You have done this too often today. Try again tomorrow')
  const ofAddress = createLimit(counters, confirmLinks, usedUp('links were requested', confirmLinks))
  const ofNetwork = createLimit(
    counters,
    confirmLinksOfNetwork,
    `Too many links were requested from here. Try again in ${spanInWords(confirmLinksOfNetwork.seconds)}`,
  )
  return {
    ofAccount: ofAccount.take,
    async ofAddress({ address, accountId, emailKey }: Asked) {
      await ofAddress.take(`${accountId} ${emailKey}`)
      await ofNetwork.take(`${networkOf(address)} ${emailKey}`)
    },
  }
}
