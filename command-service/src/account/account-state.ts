import { notRegistered, type SignInState, signInStateAfter } from '@shop/language/account/caller'
import type { AccountEvent } from '@shop/language/account/events'

export type Address = Readonly<{ email: string; emailKey: string }>

const MOST_FORMER = 3

/** Personal fields are empty once the person's key is destroyed. */
export type Account = SignInState &
  Readonly<{
    name: string
    email: string
    emailKey: string
    /** The owner has proven that they read mail to this address. */
    isConfirmed: boolean
    /** The last requested address, not confirmed yet. The end of all sessions cancels it, because a thief may have requested it. */
    wanted: Address | undefined
    /** Earlier addresses, newest first. Each gets a mail when the address changes. */
    former: readonly Address[]
    passwordHash: string
    /** The hash before the last change, to recognize a repeated request for that change. */
    formerHash: string
    /** Counts passwords that were set without the old password. A mailed link works only until this count changes. */
    resets: number
    keyDestroyed: boolean
  }>

export const newAccount: Account = {
  ...notRegistered,
  name: '',
  email: '',
  emailKey: '',
  isConfirmed: false,
  wanted: undefined,
  former: [],
  passwordHash: '',
  formerHash: '',
  resets: 0,
  keyDestroyed: false,
}

export const evolveAccount = (account: Account, event: AccountEvent): Account => ({
  ...detailsAfter(account, event),
  ...signInStateAfter(account, event),
})

function detailsAfter(account: Account, { type, data }: AccountEvent): Account {
  switch (type) {
    case 'AccountRegistered':
    case 'AccountEdited':
      return {
        ...account,
        name: data.name ?? '',
        email: data.email ?? '',
        emailKey: data.emailKey,
        isConfirmed: account.isConfirmed && data.emailKey === account.emailKey,
        // An edit that changes the address cancels a requested address.
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
        wanted: undefined,
        passwordHash: data.passwordHash ?? '',
        formerHash: account.passwordHash,
        resets: data.by === 'password' ? account.resets : account.resets + 1,
      }
    case 'SignedOutEverywhere':
      return { ...account, wanted: undefined }
    case 'AccountErased':
      return { ...newAccount, emailKey: data.emailKey, isConfirmed: account.isConfirmed }
    case 'AccountKeyDestroyed':
      return { ...account, keyDestroyed: true }
  }
}
