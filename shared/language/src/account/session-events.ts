import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'
import { SESSION_DAYS } from '../limits.ts'

const accountId = z.string()
const sessionId = z.string()

/** `ver` is the account's `ver` at the sign-in. The session ends when the account's `ver` rises. */
export const SessionBegun = defineEvent('SessionBegun', {
  says: 'A customer, admin or analyst signed in.',
  schema: z.object({ accountId, sessionId, ver: z.int().nonnegative(), begunAt: z.iso.datetime() }),
})
export const SessionEnded = defineEvent('SessionEnded', {
  says: 'A session has ended.',
  schema: z.object({ accountId, sessionId }),
})

export const sessionEvents = [SessionBegun, SessionEnded] as const
export type SessionEvent = EventOf<(typeof sessionEvents)[number]>

/** Sessions have a separate stream. The account's stream has personal fields and no snapshots, so it must stay short. */
export const sessionsStream = (accountId: string) => `sessions-${accountId}`

export const SESSION_TTL_MS = SESSION_DAYS * 24 * 60 * 60 * 1000
