import { ShopError } from '@shop/language/errors'
import {
  AccountEdited,
  AccountErased,
  type AccountEvent,
  AccountKeyDestroyed,
  AccountRegistered,
  PasswordSet,
} from '@shop/language/events/account-events'
import type { Decider } from '../handler/decider.ts'

/** Personal fields are empty where the person's key was destroyed. */
export type Account = Readonly<{
  status: 'none' | 'active' | 'erased'
  name: string
  email: string
  emailKey: string
  passwordHash: string
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
  | { type: 'SetPassword'; accountId: string; passwordHash: string }
  | { type: 'Erase'; accountId: string }
  | { type: 'NoteKeyDestroyed'; accountId: string }

export const accountDecider: Decider<Account, AccountCommand, AccountEvent> = {
  initialState: { status: 'none', name: '', email: '', emailKey: '', passwordHash: '', keyDestroyed: false },

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
      case 'AccountErased':
        return { status: 'erased', name: '', email: '', emailKey: data.emailKey, passwordHash: '', keyDestroyed: false }
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
      case 'SetPassword':
        if (account.status === 'erased') throw unknownUser()
        return [PasswordSet({ accountId, passwordHash: command.passwordHash })]
      case 'Erase':
        return account.status === 'erased' ? [] : [AccountErased({ accountId, emailKey: account.emailKey })]
      case 'NoteKeyDestroyed':
        return account.status === 'erased' && !account.keyDestroyed ? [AccountKeyDestroyed({ accountId })] : []
    }
  },
}

export const unknownUser = () => new ShopError('NOT_FOUND', 'There is no such user')
