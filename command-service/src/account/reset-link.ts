import type { LinkTokens } from '@shop/server/http/link-tokens'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Account } from './account-state.ts'
import { accountOf } from './accounts.ts'
import { linkExpiry } from './link-expiry.ts'

const GOOD_FOR_MS = 60 * 60 * 1000

type Parts = Readonly<{ commands: CommandHandler; linkTokens: LinkTokens }>

/** The token of a link that sets another password, good for an hour after it was asked for; undefined once too little of that is left. */
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
 * Whose password the link of a mail may set. It ends with its hour, with a password that another link or the operator sets, and with
 * another e-mail address: `isOpen` is false then. What needs the password alone does not end it, since a thief can do that at any moment
 * (decisions A1).
 */
export async function resetBy({ commands, linkTokens }: Parts, token: string) {
  const link = await linkTokens.verify('reset-password', token)
  if (!link) return undefined
  const { personId: accountId, ver: resets, emailKey } = link
  const account = await accountOf(commands, accountId)
  const isOpen = account.status === 'active' && account.resets === resets && account.emailKey === emailKey
  return { accountId, account, resets, emailKey, isOpen }
}
