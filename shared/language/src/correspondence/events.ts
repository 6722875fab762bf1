import * as z from 'zod'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

/*
 * Each e-mail address has one stream. `emailKey` is the keyed digest of the address. `correspondentId` is random, and owns the key that
 * seals the personal fields. An address that is given again after its erasure gets a new `correspondentId`.
 */
export const ofCorrespondent = { correspondentId: z.string(), emailKey: z.string() }

export const CorrespondentMet = defineEvent('CorrespondentMet', {
  says: 'A person gave an e-mail address, without an account.',
  schema: z.object({ ...ofCorrespondent, email: personal(z.string()) }),
  personal: { of: 'correspondentId', fields: ['email'] },
})
/** The person's key is destroyed next. */
export const CorrespondentErased = defineEvent('CorrespondentErased', {
  says: 'A person without an account was erased. Their personal data can never be read again.',
  schema: z.object(ofCorrespondent),
})
export const CorrespondentKeyDestroyed = defineEvent('CorrespondentKeyDestroyed', {
  says: 'A person without an account was erased: the key of their personal data is destroyed.',
  schema: z.object(ofCorrespondent),
})

export const correspondentEvents = [CorrespondentMet, CorrespondentErased, CorrespondentKeyDestroyed] as const
export type CorrespondentEvent = EventOf<(typeof correspondentEvents)[number]>

export const correspondentStream = (emailKey: string) => `correspondent-${emailKey}`
