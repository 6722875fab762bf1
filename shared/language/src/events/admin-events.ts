import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

export const AdminGranted = defineEvent('AdminGranted', { schema: z.object({ accountId: z.string() }) })
export const AdminRevoked = defineEvent('AdminRevoked', { schema: z.object({ accountId: z.string() }) })

export const adminEvents = [AdminGranted, AdminRevoked] as const
export type AdminEvent = EventOf<(typeof adminEvents)[number]>

/** One stream decides who is admin, so that concurrent demotions cannot remove the last one. */
export const ADMINS_STREAM = 'admins'
