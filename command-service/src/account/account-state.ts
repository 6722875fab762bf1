import type { AccountEvent } from '@shop/language/events/account-events'

/** An e-mail address, and its key. */
type Address = Readonly<{ email: string; emailKey: string }>

const MOST_FORMER = 3

/** Personal fields are empty where the person's key was destroyed. */
export type Account = Readonly<{
  status: 'none' | 'active' | 'erased'
  name: string
  email: string
  emailKey: string
  /** Whoever has the account has shown that they read what is mailed to that address. */
  isConfirmed: boolean
  /** The address that was asked for last and is not confirmed. */
  wanted: Address | undefined
  /** The last addresses before this one, newest first: each is told. */
  former: readonly Address[]
  passwordHash: string
  /** The one before the last change: a change that is repeated names both. */
  formerHash: string
  /** Counts what ends all sessions: a token has the number of the moment it was made at (reliability SEC2). */
  ver: number
  /** Counts the passwords that were set without the one before: a mailed link has the number of the moment it was made at. */
  resets: number
  /** What was sealed for the person can be read no more. */
  keyDestroyed: boolean
}>

export const newAccount: Account = {
  status: 'none',
  name: '',
  email: '',
  emailKey: '',
  isConfirmed: false,
  wanted: undefined,
  former: [],
  passwordHash: '',
  formerHash: '',
  ver: 0,
  resets: 0,
  keyDestroyed: false,
}

/** The state of an account after one more event. */
export function evolveAccount(account: Account, { type, data }: AccountEvent): Account {
  switch (type) {
    case 'AccountRegistered':
    case 'AccountEdited':
      return {
        ...account,
        status: 'active',
        name: data.name ?? '',
        email: data.email ?? '',
        emailKey: data.emailKey,
        isConfirmed: account.isConfirmed && data.emailKey === account.emailKey,
        // Whoever sets another address means that one, and none that was asked for before.
        wanted: data.emailKey === account.emailKey ? account.wanted : undefined,
      }
    case 'EmailChangeRequested':
      return { ...account, wanted: { email: data.email ?? '', emailKey: data.emailKey } }
    case 'EmailChanged': {
      const left = { email: data.formerEmail ?? '', emailKey: data.formerKey }
      const former = [left, ...account.former].slice(0, MOST_FORMER)
      return {
        ...account,
        email: data.email ?? '',
        emailKey: data.emailKey,
        isConfirmed: false,
        wanted: undefined,
        former,
      }
    }
    case 'EmailConfirmed':
      return { ...account, isConfirmed: true }
    case 'PasswordSet':
    case 'PasswordStoredAnew':
      return { ...account, passwordHash: data.passwordHash ?? '' }
    case 'PasswordChanged':
      return {
        ...account,
        passwordHash: data.passwordHash ?? '',
        formerHash: account.passwordHash,
        ver: account.ver + 1,
        resets: data.by === 'password' ? account.resets : account.resets + 1,
      }
    case 'SignedOutEverywhere':
      return { ...account, ver: account.ver + 1 }
    case 'AccountErased':
      return {
        ...newAccount,
        status: 'erased',
        emailKey: data.emailKey,
        isConfirmed: account.isConfirmed,
        ver: account.ver,
      }
    case 'AccountKeyDestroyed':
      return { ...account, keyDestroyed: true }
  }
}
