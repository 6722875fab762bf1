import {
  AccountEdited,
  AccountErased,
  type AccountEvent,
  AccountKeyDestroyed,
  AccountRegistered,
  EmailChanged,
  EmailChangeRequested,
  EmailConfirmed,
  PasswordChanged,
  PasswordSet,
  PasswordStoredAnew,
  SignedOutEverywhere,
} from '@shop/language/account/events'
import { ShopError } from '@shop/language/errors'
import type { Decider } from '../handler/decider.ts'
import { type Account, type Address, evolveAccount, newAccount } from './account-state.ts'

/**
 * `ver`: the account's `ver` when the old password was checked. `resets`: the account's `resets` when the link was made. `mailedTo`: the
 * e-mail key of the address that got the link.
 */
type PasswordChange =
  | { by: 'password'; ver: number }
  | { by: 'link'; resets: number; mailedTo: string }
  | { by: 'operator' }

export type AccountCommand =
  | {
      type: 'Register'
      accountId: string
      name: string
      email: string
      emailKey: string
      passwordHash: string
    }
  /** Missing fields stay as they are. */
  | { type: 'Edit'; accountId: string; name?: string | undefined; address?: Address | undefined }
  /** `ver` is the account's `ver` when the password was checked. */
  | { type: 'RequestEmail'; accountId: string; email: string; emailKey: string; ver: number }
  /** `ver`: the account's `ver` when the link was made. */
  | { type: 'ConfirmEmail'; accountId: string; emailKey: string; ver: number; isSignedIn: boolean }
  | ({ type: 'ChangePassword'; accountId: string; passwordHash: string } & PasswordChange)
  | { type: 'StorePasswordAnew'; accountId: string; passwordHash: string; ver: number }
  | { type: 'SignOutEverywhere'; accountId: string }
  | { type: 'Erase'; accountId: string }
  | { type: 'NoteKeyDestroyed'; accountId: string }

export const accountDecider: Decider<Account, AccountCommand, AccountEvent> = {
  initialState: newAccount,

  begins: ({ type }) => type === 'Register',

  evolve: evolveAccount,

  decide(command, account) {
    const { accountId } = command
    if (command.type !== 'Register' && account.status === 'none') throw unknownUser()
    switch (command.type) {
      case 'Register': {
        if (account.status !== 'none') throw new ShopError('CONFLICT', 'This account exists already')
        const { name, email, emailKey, passwordHash } = command
        return [AccountRegistered({ accountId, name, email, emailKey }), PasswordSet({ accountId, passwordHash })]
      }
      case 'Edit': {
        if (account.status === 'erased') throw unknownUser()
        const { name = account.name, address = account } = command
        const { email, emailKey } = address
        // The event is recorded even if nothing changes, so that a late retry of the command cannot overwrite later edits.
        return [AccountEdited({ accountId, name, email, emailKey })]
      }
      case 'RequestEmail': {
        requireVer(account, command.ver)
        const { email, emailKey } = command
        const isConfirmedAlready = emailKey === account.emailKey && account.isConfirmed
        return isConfirmedAlready ? [] : [EmailChangeRequested({ accountId, email, emailKey })]
      }
      case 'ConfirmEmail': {
        requireVer(account, command.ver)
        const { wanted, email: formerEmail, emailKey: formerKey } = account
        // The link proves only that someone reads the mail, so the address is confirmed only if the account's owner is signed in.
        const confirmed = command.isSignedIn ? [EmailConfirmed({ accountId, emailKey: command.emailKey })] : []
        if (command.emailKey === formerKey) return account.isConfirmed ? [] : confirmed
        if (wanted?.emailKey !== command.emailKey)
          throw new ShopError(
            'CONFLICT',
            'This link no longer counts, because a change to another address was requested after it',
          )
        return [EmailChanged({ accountId, ...wanted, formerEmail, formerKey }), ...confirmed]
      }
      case 'ChangePassword':
        requireRight(account, command)
        return [
          PasswordChanged({ accountId, passwordHash: command.passwordHash, by: command.by }),
          ...confirmedByLink(command, account),
        ]
      case 'StorePasswordAnew': {
        const { passwordHash, ver } = command
        return account.status === 'active' && ver === account.ver
          ? [PasswordStoredAnew({ accountId, passwordHash })]
          : []
      }
      case 'SignOutEverywhere':
        if (account.status === 'erased') throw unknownUser()
        return [SignedOutEverywhere({ accountId })]
      case 'Erase':
        return account.status === 'erased' ? [] : [AccountErased({ accountId, emailKey: account.emailKey })]
      case 'NoteKeyDestroyed':
        return account.status === 'erased' && !account.keyDestroyed ? [AccountKeyDestroyed({ accountId })] : []
    }
  },
}

/**
 * A new password by a mailed link also confirms the address. This is safe even if a stranger registered with the address, because the new
 * password replaces the stranger's password.
 */
const confirmedByLink = (command: { accountId: string } & PasswordChange, { emailKey, isConfirmed }: Account) =>
  command.by === 'link' && !isConfirmed ? [EmailConfirmed({ accountId: command.accountId, emailKey })] : []

function requireRight(account: Account, change: PasswordChange) {
  if (change.by === 'password') return requireVer(account, change.ver)
  if (account.status === 'erased') throw unknownUser()
  if (change.by === 'link' && (change.resets !== account.resets || change.mailedTo !== account.emailKey))
    throw new ShopError(
      'CONFLICT',
      'The password or the address was changed at the same time. Sign in, or request another link',
    )
}

/** `known`: the account's `ver` at an earlier check. Throws CONFLICT if all sessions were ended after that check. */
function requireVer({ status, ver }: Account, known: number) {
  if (status === 'erased') throw unknownUser()
  if (known !== ver)
    throw new ShopError('CONFLICT', 'The password was just changed, or all sessions were ended. Sign in again')
}

export const unknownUser = () => new ShopError('NOT_FOUND', 'There is no such user')
