import { ShopError } from '@shop/language/errors'
import {
  AccountEdited,
  AccountErased,
  type AccountEvent,
  AccountKeyDestroyed,
  AccountRegistered,
  PasswordChanged,
  PasswordSet,
  SignedOutEverywhere,
} from '@shop/language/events/account-events'
import type { Decider } from '../handler/decider.ts'

/** Personal fields are empty where the person's key was destroyed. */
export type Account = Readonly<{
  status: 'none' | 'active' | 'erased'
  name: string
  email: string
  emailKey: string
  passwordHash: string
  /** The one before the last change: a change that is repeated names both. */
  formerHash: string
  /** Counts what ends all sessions: a token has the number of the moment it was made at (reliability SEC2). */
  ver: number
  /** What was sealed for the person can be read no more. */
  keyDestroyed: boolean
}>

export type AccountCommand =
  | {
      type: 'Register'
      accountId: string
      name: string
      email: string
      emailKey: string
      passwordHash: string
    }
  | { type: 'Edit'; accountId: string; name: string; email: string; emailKey: string }
  /** `ver` is the one that the former password was checked with; undefined where an operator decides. */
  | { type: 'ChangePassword'; accountId: string; passwordHash: string; ver?: number }
  | { type: 'SignOutEverywhere'; accountId: string }
  | { type: 'Erase'; accountId: string }
  | { type: 'NoteKeyDestroyed'; accountId: string }

export const accountDecider: Decider<Account, AccountCommand, AccountEvent> = {
  initialState: {
    status: 'none',
    name: '',
    email: '',
    emailKey: '',
    passwordHash: '',
    formerHash: '',
    ver: 0,
    keyDestroyed: false,
  },

  begins: ({ type }) => type === 'Register',

  evolve(account, { type, data }) {
    switch (type) {
      case 'AccountRegistered':
      case 'AccountEdited':
        return {
          ...account,
          status: 'active',
          name: data.name ?? '',
          email: data.email ?? '',
          emailKey: data.emailKey,
        }
      case 'PasswordSet':
        return { ...account, passwordHash: data.passwordHash ?? '' }
      case 'PasswordChanged':
        return {
          ...account,
          passwordHash: data.passwordHash ?? '',
          formerHash: account.passwordHash,
          ver: account.ver + 1,
        }
      case 'SignedOutEverywhere':
        return { ...account, ver: account.ver + 1 }
      case 'AccountErased':
        return { ...accountDecider.initialState, status: 'erased', emailKey: data.emailKey, ver: account.ver }
      case 'AccountKeyDestroyed':
        return { ...account, keyDestroyed: true }
    }
  },

  decide(command, account) {
    const { accountId } = command
    if (command.type !== 'Register' && account.status === 'none') throw unknownUser()
    switch (command.type) {
      case 'Register': {
        if (account.status !== 'none') throw new ShopError('CONFLICT', 'This account exists')
        const { name, email, emailKey, passwordHash } = command
        return [AccountRegistered({ accountId, name, email, emailKey }), PasswordSet({ accountId, passwordHash })]
      }
      case 'Edit': {
        if (account.status === 'erased') throw unknownUser()
        const { name, email, emailKey } = command
        // Unchanged facts are recorded too: a late retry of the same edit must not undo what came after.
        return [AccountEdited({ accountId, name, email, emailKey })]
      }
      case 'ChangePassword':
        if (account.status === 'erased') throw unknownUser()
        if (command.ver !== undefined && command.ver !== account.ver)
          throw new ShopError('CONFLICT', 'The password was changed, or everybody signed out, at the same time')
        return [PasswordChanged({ accountId, passwordHash: command.passwordHash })]
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

export const unknownUser = () => new ShopError('NOT_FOUND', 'There is no such user')
