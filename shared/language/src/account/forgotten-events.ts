import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

/**
 * Recorded for any address, with or without an account. So the event does not show whether there is an account. The key is a digest and
 * reveals no address.
 */
export const PasswordForgotten = defineEvent('PasswordForgotten', {
  says: 'Somebody asked for a way to set another password for an e-mail address, whether or not it has an account.',
  schema: z.object({ emailKey: z.string() }),
})

export const forgottenEvents = [PasswordForgotten] as const
export type ForgottenEvent = EventOf<(typeof forgottenEvents)[number]>

export const forgottenStream = (emailKey: string) => `forgotten-${emailKey}`
