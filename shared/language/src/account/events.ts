import * as z from 'zod'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

const accountId = z.string()
/** Keyed digest of the e-mail address. It names the claim stream, and reveals nothing about the address. */
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
/** Replaces a hash that was made before passwords were prepared by RFC 8265 (decisions A2: refused passwords). */
export const PasswordStoredAnew = defineEvent('PasswordStoredAnew', {
  says: 'The same password of an account is stored in another form: nothing has ended.',
  schema: z.object({ accountId, passwordHash: personal(z.string()) }),
  personal: { of: 'accountId', fields: ['passwordHash'] },
})
/**
 * A new password. Older tokens have a lower `ver` and are refused. `by`: what authorized the change (the old password, a mailed link, or
 * the operator); `unknown` in events that an earlier version of the shop recorded.
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
/** Older tokens have a lower `ver` and are refused. */
export const SignedOutEverywhere = defineEvent('SignedOutEverywhere', {
  says: 'All sessions of an account have ended.',
  schema: z.object({ accountId }),
})
/** The event has the new name, e-mail address and e-mail key. */
export const AccountEdited = defineEvent('AccountEdited', {
  says: 'An account has another name or e-mail address.',
  schema: z.object({ accountId, name: personal(z.string()), email: personal(z.string()), emailKey }),
  personal: { of: 'accountId', fields: ['name', 'email'] },
})
/**
 * The customer requested a link that confirms an address, and the shop mails it to that address. Until the customer opens the link, the
 * account keeps its old address. The address to confirm may also be the account's present address.
 */
export const EmailChangeRequested = defineEvent('EmailChangeRequested', {
  says: 'The person of an account asked for an e-mail address, to which a link is mailed: another one, or their own.',
  schema: z.object({ accountId, email: personal(z.string()), emailKey }),
  personal: { of: 'accountId', fields: ['email'] },
})
/** The customer has opened the link. The event has the former address, so that the shop can send a mail to it. */
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
/**
 * The customer has proven that they read mails to this address; a registration does not prove this. From now on, the messages and the
 * newsletter of this address belong to the customer, even if the messages were sent, and the newsletter was requested, without an account.
 * The customer may read both, and an erasure of the account erases both.
 */
export const EmailConfirmed = defineEvent('EmailConfirmed', {
  says: 'Whoever has an account has shown that they read what is mailed to its address.',
  schema: z.object({ accountId, emailKey }),
})
/** The person's key is destroyed next. After that, sealed fields can never be read again (decisions C14: a deleted user). */
export const AccountErased = defineEvent('AccountErased', {
  says: 'An account was erased: what was personal can never be read again.',
  schema: z.object({ accountId, emailKey }),
})

/**
 * The key is destroyed. Between `AccountErased` and this event, personal data may still have been sealed and shown. When read models
 * receive this event, they remove such data.
 */
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
