import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

/** Recorded for any address, so the event does not show whether the address has an account. */
export const PasswordForgotten = defineEvent('PasswordForgotten', {
  says: 'A client requested a link to set a new password for an e-mail address. The address may have no account.',
  schema: z.object({ emailKey: z.string() }),
})

export const forgottenEvents = [PasswordForgotten] as const
export type ForgottenEvent = EventOf<(typeof forgottenEvents)[number]>

export const forgottenStream = (emailKey: string) => `forgotten-${emailKey}`
