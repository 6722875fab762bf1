import * as z from 'zod'
import type { Role } from '../api/role.ts'
import { defineEvent, type EventOf } from './event.ts'

const schema = z.object({ accountId: z.string() })

export const AdminGranted = defineEvent('AdminGranted', { says: 'An account became an admin.', schema })
export const AdminRevoked = defineEvent('AdminRevoked', { says: 'An account is no longer an admin.', schema })
export const AnalystGranted = defineEvent('AnalystGranted', { says: 'An account became an analyst.', schema })
export const AnalystRevoked = defineEvent('AnalystRevoked', { says: 'An account is no longer an analyst.', schema })

export const roleEvents = [AdminGranted, AdminRevoked, AnalystGranted, AnalystRevoked] as const
export type RoleEvent = EventOf<(typeof roleEvents)[number]>

/** One stream decides who has which role, so that concurrent demotions cannot remove the last admin. Named when that was the only one. */
export const ROLES_STREAM = 'admins'

/** The role that an account has after an event of that stream; without any it is a customer. */
export const roleAfter = {
  AdminGranted: 'admin',
  AdminRevoked: 'customer',
  AnalystGranted: 'analyst',
  AnalystRevoked: 'customer',
} as const satisfies Record<RoleEvent['type'], Role>
