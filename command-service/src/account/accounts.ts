import { createHmac } from 'node:crypto'
import { type Caller, callerFrom, type SignedIn } from '@shop/language/account/caller'
import { emailForm } from '@shop/language/account/email'
import { accountStream } from '@shop/language/account/events'
import { ROLES_STREAM } from '@shop/language/account/role-events'
import { sessionsStream } from '@shop/language/account/session-events'
import { ShopError } from '@shop/language/errors'
import type { Role } from '@shop/language/values/role'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import { ownerOf } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { accountDecider } from './account-decider.ts'
import type { Account } from './account-state.ts'
import { roleIn, rolesDecider } from './roles-decider.ts'
import { sessionsDecider } from './sessions-decider.ts'

/**
 * Undefined if the account is unknown or erased, or the session has ended. Reads the log only if the state in memory does not know the
 * token's `ver` or session yet.
 */
export function callerBy(commands: CommandHandler, signedIn: SignedIn): Promise<Caller | undefined> {
  const { accountId, ver } = signedIn
  return callerFrom(signedIn, {
    async account() {
      const stream = accountStream(accountId)
      const { state } = await commands.fact(accountDecider, stream)
      if (state.ver >= ver && state.status !== 'none') return state
      return (await commands.load(accountDecider, stream)).state
    },
    isOpen: (session) => isOpen(commands, accountId, session),
    role: () => roleOf(commands, accountId),
  })
}

async function isOpen(commands: CommandHandler, accountId: string, { id, since }: NonNullable<SignedIn['session']>) {
  const stream = sessionsStream(accountId)
  let sessions = await commands.fact(sessionsDecider, stream)
  if (sessions.version < since) sessions = await commands.load(sessionsDecider, stream)
  return sessions.state.has(id)
}

export async function roleOf(commands: CommandHandler, accountId: string): Promise<Role> {
  const { state: roles } = await commands.fact(rolesDecider, ROLES_STREAM)
  return roleIn(roles, accountId)
}

export const accountOf = async (commands: CommandHandler, accountId: string): Promise<Account> =>
  (await commands.load(accountDecider, accountStream(accountId))).state

/** Throws CONFLICT if the account was erased. */
export async function requireNotErased(commands: CommandHandler, accountId: string): Promise<Account> {
  const account = await accountOf(commands, accountId)
  if (account.status === 'active') return account
  throw new ShopError(
    'CONFLICT',
    'An earlier request with the same key created an account that is deleted now. Create the account again with a new request',
  )
}

/** Throws CONFLICT if the account was erased, or all its sessions were ended, after the state `then`. */
export async function requireUnchanged(commands: CommandHandler, accountId: string, then: Account) {
  const { ver } = await requireNotErased(commands, accountId)
  if (ver !== then.ver)
    throw new ShopError(
      'CONFLICT',
      'This request was carried out before, and the account has been signed out since then. Sign in',
    )
}

/** An address can be claimed before its account exists. Such a claim does not count. */
export async function accountBy(commands: CommandHandler, emailKey: string) {
  const accountId = await ownerOf(commands, 'email', emailKey)
  if (accountId === undefined) return undefined
  const account = await accountOf(commands, accountId)
  return account.status === 'active' && account.emailKey === emailKey ? { accountId, account } : undefined
}

/** A keyed digest of the normalized address, so that the log does not reveal the address. */
export const emailKeyOf = async (keys: KeyStore, email: string): Promise<string> =>
  createHmac('sha256', await keys.keyFor('email-index'))
    .update(emailForm(email))
    .digest('base64url')
