import * as z from 'zod'
import { defineEvent, type EventOf, personal } from './event.ts'

const accountId = z.string()
/** Keyed digest of the e-mail address: names its claim stream, and reveals nothing about the address. */
const emailKey = z.string()

export const AccountRegistered = defineEvent('AccountRegistered', {
  says: 'Somebody has an account.',
  schema: z.object({ accountId, name: personal(z.string()), email: personal(z.string()), emailKey }),
  personal: { of: 'accountId', fields: ['name', 'email'] },
})
export const PasswordSet = defineEvent('PasswordSet', {
  says: 'A new account has its first password.',
  schema: z.object({ accountId, passwordHash: personal(z.string()) }),
  personal: { of: 'accountId', fields: ['passwordHash'] },
})
/** Of a hash that was made before texts were prepared as RFC 8265 says (decisions A2). */
export const PasswordStoredAnew = defineEvent('PasswordStoredAnew', {
  says: 'The same password of an account is stored in another form: nothing has ended.',
  schema: z.object({ accountId, passwordHash: personal(z.string()) }),
  personal: { of: 'accountId', fields: ['passwordHash'] },
})
/**
 * Another password: tokens made before have an older `ver`, and are refused. `by` is what gave the right to it: the password before, a mailed
 * link, or the operator; of what was stored before it was noted, nothing is known.
 */
export const PasswordChanged = defineEvent('PasswordChanged', {
  says: 'An account has another password: earlier sessions have ended.',
  schema: z.object({
    accountId,
    passwordHash: personal(z.string()),
    by: z.enum(['password', 'link', 'operator', 'unknown']),
  }),
  upcasters: [(data) => ({ ...data, by: 'unknown' })],
  personal: { of: 'accountId', fields: ['passwordHash'] },
})
/** Tokens made before have an older `ver`, and are refused. */
export const SignedOutEverywhere = defineEvent('SignedOutEverywhere', {
  says: 'All sessions of an account have ended.',
  schema: z.object({ accountId }),
})
/** The new name, e-mail and e-mail key. */
export const AccountEdited = defineEvent('AccountEdited', {
  says: 'An account has another name or e-mail address.',
  schema: z.object({ accountId, name: personal(z.string()), email: personal(z.string()), emailKey }),
  personal: { of: 'accountId', fields: ['name', 'email'] },
})
/** A link was asked for that confirms it, mailed to that address: until then the account goes by its old one. The one it has may be meant, to be shown as its own. */
export const EmailChangeRequested = defineEvent('EmailChangeRequested', {
  says: 'The person of an account asked for an e-mail address, to which a link is mailed: another one, or their own.',
  schema: z.object({ accountId, email: personal(z.string()), emailKey }),
  personal: { of: 'accountId', fields: ['email'] },
})
/** Its person has opened the link. The former address is here so that it can be told. */
export const EmailChanged = defineEvent('EmailChanged', {
  says: 'Another e-mail address of an account was confirmed by the link that was mailed to it.',
  schema: z.object({
    accountId,
    email: personal(z.string()),
    emailKey,
    formerEmail: personal(z.string()),
    formerKey: emailKey,
  }),
  personal: { of: 'accountId', fields: ['email', 'formerEmail'] },
})
/** Registering with an address shows nothing of it. From here on what came from it without the account is its person's: what they may read, and is erased along. */
export const EmailConfirmed = defineEvent('EmailConfirmed', {
  says: 'Whoever has an account has shown that they read what is mailed to its address.',
  schema: z.object({ accountId, emailKey }),
})
/** The person's key is destroyed next, after which sealed fields can never be read again (decisions C14). */
export const AccountErased = defineEvent('AccountErased', {
  says: 'An account was erased: what was personal can never be read again.',
  schema: z.object({ accountId, emailKey }),
})

/** The key is destroyed. Read models remove what was sealed and shown between the erasure and this event. */
export const AccountKeyDestroyed = defineEvent('AccountKeyDestroyed', {
  says: 'The key of an erased person is destroyed.',
  schema: z.object({ accountId }),
})

export const accountEvents = [
  AccountRegistered,
  PasswordSet,
  PasswordStoredAnew,
  PasswordChanged,
  SignedOutEverywhere,
  AccountEdited,
  EmailChangeRequested,
  EmailChanged,
  EmailConfirmed,
  AccountErased,
  AccountKeyDestroyed,
] as const
export type AccountEvent = EventOf<(typeof accountEvents)[number]>

export const accountStream = (accountId: string) => `account-${accountId}`
