import { accountStream } from '@shop/language/account/events'
import { invalidField, isShopError } from '@shop/language/errors'
import { CONFIRM_LINK_HOURS } from '@shop/language/limits'
import type { LinkTokens } from '@shop/server/http/link-tokens'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import type { Parts } from '../parts.ts'
import { accountDecider } from './account-decider.ts'
import type { Account } from './account-state.ts'
import { accountOf } from './accounts.ts'
import { linkExpiry } from './link-expiry.ts'
import { claimEmail, releaseFormer } from './save-account.ts'

const GOOD_FOR_MS = CONFIRM_LINK_HOURS * 60 * 60 * 1000

type Linking = Readonly<{ commands: CommandHandler; linkTokens: LinkTokens }>

/** Undefined if the account now wants another address, or the link would expire too soon. */
export async function confirmToken(
  { commands, linkTokens }: Linking,
  accountId: string,
  { wanted, ver }: Account,
  { emailKey, askedAt }: Readonly<{ emailKey: string; askedAt: string }>,
) {
  if (wanted?.emailKey !== emailKey) return undefined
  const expiresAt = linkExpiry(askedAt, GOOD_FOR_MS, commands.now())
  return expiresAt && linkTokens.sign('confirm-email', { personId: accountId, ver, emailKey }, expiresAt)
}

/**
 * Gives the account the address that the link was mailed to. If the account's owner is signed in (`callerId`), the address is also
 * confirmed. Throws VALIDATION_FAILED at `token`.
 */
export async function confirmEmail(
  parts: Linking & Pick<Parts, 'keys'>,
  { token, callerId }: Readonly<{ token: string; callerId: string | undefined }>,
  metadata: CommandMetadata,
) {
  const { commands, linkTokens } = parts
  const link = await linkTokens.verify('confirm-email', token)
  if (!link) throw ended()
  const { personId: accountId, ver, emailKey } = link
  const before = await accountOf(commands, accountId)
  const isOpen = [before.emailKey, before.wanted?.emailKey].includes(emailKey) && before.ver === ver
  if (before.status !== 'active' || !isOpen) throw ended()
  const isSignedIn = callerId === accountId
  const isOwn = before.emailKey === emailKey && before.wanted?.emailKey === emailKey
  if (isOwn && !before.isConfirmed && !isSignedIn) throw signedOut()
  const stream = accountStream(accountId)
  await requireSameBody(commands, metadata)
  await claimEmail(commands, accountId, emailKey, taken, metadata)
  try {
    const confirm = { type: 'ConfirmEmail', accountId, emailKey, ver, isSignedIn } as const
    return { accountId, ...(await commands.handle(accountDecider, stream, confirm, metadata)) }
  } catch (refusal) {
    throw isShopError(refusal, 'CONFLICT') ? ended() : refusal
  } finally {
    await releaseFormer(commands, accountId, [before.emailKey, emailKey], metadata)
  }
}

const ended = () => invalidField('token', 'This link does not work any more. Request another one in your profile')
const signedOut = () => invalidField('token', 'Sign in to your account first, then open this link once more')
const taken = () => invalidField('token', 'Another account has this address now')
