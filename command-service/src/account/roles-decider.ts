import {
  AdminGranted,
  AdminRevoked,
  AnalystGranted,
  AnalystRevoked,
  type RoleEvent,
  roleAfter,
} from '@shop/language/account/role-events'
import { ShopError } from '@shop/language/errors'
import type { Role } from '@shop/language/values/role'
import { Map as PersistentMap } from 'immutable'
import type { Decider } from '../handler/decider.ts'

export type Roles = PersistentMap<string, Exclude<Role, 'customer'>>

/**
 * `by`: the admin who sends the command. Admins cannot demote themselves (decisions C13). `erased`: admins whose accounts are erased. They
 * do not count as admins.
 */
export type RoleCommand = {
  type: 'SetRole'
  accountId: string
  role: Role
  by: string | undefined
  erased?: readonly string[]
}

export const roleIn = (roles: Roles, accountId: string): Role => roles.get(accountId, 'customer')

export const adminsIn = (roles: Roles) => [...roles.filter((role) => role === 'admin').keys()]

export const hasAdmin = (roles: Roles) => roles.includes('admin')

export const rolesDecider: Decider<Roles, RoleCommand, RoleEvent> = {
  initialState: PersistentMap(),

  evolve(roles, { type, data }) {
    const role = roleAfter[type]
    return role === 'customer' ? roles.delete(data.accountId) : roles.set(data.accountId, role)
  },

  decide({ accountId, role, by, erased = [] }, roles) {
    const before = roleIn(roles, accountId)
    if (role === before) return []
    if (before === 'admin') requireOtherAdmin(adminsIn(roles), accountId, { by, erased })
    return [...revoked[before](accountId), ...granted[role](accountId)]
  },

  sizeOf: ({ size }) => size,

  snapshot: {
    name: 'roles@1',
    write: (roles) => [...roles],
    read: (entries: [string, Exclude<Role, 'customer'>][]) => PersistentMap(entries),
  },
}

function requireOtherAdmin(
  admins: readonly string[],
  accountId: string,
  { by, erased }: Readonly<{ by: string | undefined; erased: readonly string[] }>,
) {
  if (by !== undefined && !admins.includes(by)) throw new ShopError('FORBIDDEN', 'Only an admin may do this')
  if (by === accountId) throw new ShopError('LAST_ADMIN', 'Admins cannot demote themselves')
  if (admins.every((id) => id === accountId || erased.includes(id)))
    throw new ShopError('LAST_ADMIN', 'The shop needs at least one admin')
}

type Events = Readonly<Record<Role, (accountId: string) => RoleEvent[]>>

const revoked: Events = {
  customer: () => [],
  analyst: (accountId) => [AnalystRevoked({ accountId })],
  admin: (accountId) => [AdminRevoked({ accountId })],
}
const granted: Events = {
  customer: () => [],
  analyst: (accountId) => [AnalystGranted({ accountId })],
  admin: (accountId) => [AdminGranted({ accountId })],
}
