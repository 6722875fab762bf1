import { createHmac } from 'node:crypto'
import { accountStream } from '@shop/language/events/account-events'
import { ADMINS_STREAM } from '@shop/language/events/admin-events'
import type { Caller } from '@shop/server/http/authenticate'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import { ownerOf } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { type Account, accountDecider } from './account-decider.ts'
import { adminsDecider } from './admins-decider.ts'

/** Role and existence of an account as the log has them, a second ago at most; undefined when it is unknown or erased. */
export async function callerOf(commands: CommandHandler, accountId: string): Promise<Caller | undefined> {
  const { status } = (await commands.fact(accountDecider, accountStream(accountId))).state
  if (status !== 'active') return undefined
  const { state: admins } = await commands.fact(adminsDecider, ADMINS_STREAM)
  return { id: accountId, role: admins.has(accountId) ? 'admin' : 'customer' }
}

export const accountOf = async (commands: CommandHandler, accountId: string): Promise<Account> =>
  (await commands.load(accountDecider, accountStream(accountId))).state

/** The account that has this e-mail key, if any; a claim whose account does not exist yet does not count. */
export async function accountBy(commands: CommandHandler, emailKey: string) {
  const accountId = await ownerOf(commands, 'email', emailKey)
  if (accountId === undefined) return undefined
  const account = await accountOf(commands, accountId)
  return account.status === 'active' && account.emailKey === emailKey ? { accountId, account } : undefined
}

/** Keyed digest of an e-mail address: names its claim, and reveals nothing to a reader of the log. */
export const emailKeyOf = async (keys: KeyStore, email: string): Promise<string> =>
  createHmac('sha256', await keys.keyFor('email-index'))
    .update(email)
    .digest('base64url')
