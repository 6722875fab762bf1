import { RESET_LINK_HOURS } from '@shop/language/limits'
import type { LinkTokens } from '@shop/server/http/link-tokens'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Account } from './account-state.ts'
import { accountOf } from './accounts.ts'
import { linkExpiry } from './link-expiry.ts'

const GOOD_FOR_MS = RESET_LINK_HOURS * 60 * 60 * 1000

type Parts = Readonly<{ commands: CommandHandler; linkTokens: LinkTokens }>

/** The token of a link that sets a new password. Undefined if the link would expire too soon. */
export async function resetToken(
  { commands, linkTokens }: Parts,
  accountId: string,
  account: Account,
  askedAt: string,
) {
  const { resets: ver, emailKey } = account
  const expiresAt = linkExpiry(askedAt, GOOD_FOR_MS, commands.now())
  return expiresAt && linkTokens.sign('reset-password', { personId: accountId, ver, emailKey }, expiresAt)
}

/**
 * The account whose password a mailed link may set. Undefined if the token is invalid or expired. `isOpen`: false if the account was erased
 * or has another address, or if another link or the operator has set the password. If the password is changed on the account page, the link
 * stays open, so that a thief who knows the password cannot end the link (decisions A1: a valid link always works).
 */
export async function resetBy({ commands, linkTokens }: Parts, token: string) {
  const link = await linkTokens.verify('reset-password', token)
  if (!link) return undefined
  const { personId: accountId, ver: resets, emailKey } = link
  const account = await accountOf(commands, accountId)
  const isOpen = account.status === 'active' && account.resets === resets && account.emailKey === emailKey
  return { accountId, account, resets, emailKey, isOpen }
}
