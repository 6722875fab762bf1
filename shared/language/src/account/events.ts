import * as z from 'zod'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

const accountId = z.string()
/** Keyed digest of the e-mail address: the key of the address's claim. */
const emailKey = z.string()

export const AccountRegistered = defineEvent('AccountRegistered', {
  says: 'A person has registered an account.',
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
  says: 'The password of an account was stored in another form, but did not change. No session has ended.',
  schema: z.object({ accountId, passwordHash: personal(z.string()) }),
  personal: { of: 'accountId', fields: ['passwordHash'] },
})
/**
 * Tokens from before this event have a lower `ver` and are refused. `by`: what authorized the change; `unknown` in events of an earlier
 * version of the shop.
 */
export const PasswordChanged = defineEvent('PasswordChanged', {
  says: 'An account has another password. Earlier sessions have ended.',
  schema: z.object({
    accountId,
    passwordHash: personal(z.string()),
    by: z.enum(['password', 'link', 'operator', 'unknown']),
  }),
  upcasters: [(data) => ({ ...data, by: 'unknown' })],
  personal: { of: 'accountId', fields: ['passwordHash'] },
})
export const SignedOutEverywhere = defineEvent('SignedOutEverywhere', {
  says: 'All sessions of an account have ended.',
  schema: z.object({ accountId }),
})
export const AccountEdited = defineEvent('AccountEdited', {
  says: 'The name or the e-mail address of an account was changed.',
  schema: z.object({ accountId, name: personal(z.string()), email: personal(z.string()), emailKey }),
  personal: { of: 'accountId', fields: ['name', 'email'] },
})
/**
 * Until the customer opens the mailed link, the account keeps its old address. A request with the account's present address only confirms
 * this address.
 */
export const EmailChangeRequested = defineEvent('EmailChangeRequested', {
  says: 'A customer wants to change or confirm the e-mail address of an account. The shop mails a link to this address.',
  schema: z.object({ accountId, email: personal(z.string()), emailKey }),
  personal: { of: 'accountId', fields: ['email'] },
})
/** The former address is in the event, so that the shop can mail the former address. */
export const EmailChanged = defineEvent('EmailChanged', {
  says: 'The e-mail address of an account has changed, because the link in the mail to the new address was opened.',
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
 * A registration does not prove who reads the address. After this event, the customer may read the messages and the newsletter of the
 * address, even from before the registration. An erasure of the account also erases these messages and this newsletter subscription.
 */
export const EmailConfirmed = defineEvent('EmailConfirmed', {
  says: 'A customer has proven that they read mail to their account’s e-mail address.',
  schema: z.object({ accountId, emailKey }),
})
/** The person's key is destroyed next (decisions C14: a deleted user). */
export const AccountErased = defineEvent('AccountErased', {
  says: 'An account was erased. Its personal data can never be read again.',
  schema: z.object({ accountId, emailKey }),
})

/**
 * Between `AccountErased` and this event, personal data may still have been sealed and shown. Read models remove this data when they
 * receive the event.
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
