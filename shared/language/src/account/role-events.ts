import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'
import type { Role } from '../values/role.ts'

const schema = z.object({ accountId: z.string() })

export const AdminGranted = defineEvent('AdminGranted', { says: 'An account became an admin.', schema })
export const AdminRevoked = defineEvent('AdminRevoked', { says: 'An account is no longer an admin.', schema })
export const AnalystGranted = defineEvent('AnalystGranted', { says: 'An account became an analyst.', schema })
export const AnalystRevoked = defineEvent('AnalystRevoked', { says: 'An account is no longer an analyst.', schema })

export const roleEvents = [AdminGranted, AdminRevoked, AnalystGranted, AnalystRevoked] as const
export type RoleEvent = EventOf<(typeof roleEvents)[number]>

/**
 * One stream has the events of all roles, so that concurrent changes cannot remove the last admin. The name is older than the role of
 * analysts.
 */
export const ROLES_STREAM = 'admins'

/** An account without events is a customer. */
export const roleAfter = {
  AdminGranted: 'admin',
  AdminRevoked: 'customer',
  AnalystGranted: 'analyst',
  AnalystRevoked: 'customer',
} as const satisfies Record<RoleEvent['type'], Role>
