import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

const accountId = z.string()
const sessionId = z.string()

/** Somebody signed in. `ver` is the account's at that moment: once that is higher, the session has ended. */
export const SessionBegun = defineEvent('SessionBegun', {
  says: 'Somebody signed in.',
  schema: z.object({ accountId, sessionId, ver: z.int().nonnegative(), begunAt: z.iso.datetime() }),
})
export const SessionEnded = defineEvent('SessionEnded', {
  says: 'A session has ended.',
  schema: z.object({ accountId, sessionId }),
})

export const sessionEvents = [SessionBegun, SessionEnded] as const
export type SessionEvent = EventOf<(typeof sessionEvents)[number]>

/** Apart from the account's own stream, which has personal fields, no snapshots, and stays short. */
export const sessionsStream = (accountId: string) => `sessions-${accountId}`

export const SESSION_TTL_MS = 7 * 24 * 60 * 60 * 1000
