import { ShopError } from '@shop/language/errors'
import { type AdminEvent, AdminGranted, AdminRevoked } from '@shop/language/events/admin-events'
import { Set as PersistentSet } from 'immutable'
import type { Decider } from '../handler/decider.ts'

/** The accounts that are admins. */
export type Admins = PersistentSet<string>

export type AdminCommand =
  | { type: 'Grant'; accountId: string }
  /** `by` is the admin who asks: they cannot demote themselves (decisions C13). */
  | { type: 'Revoke'; accountId: string; by: string | undefined }

export const adminsDecider: Decider<Admins, AdminCommand, AdminEvent> = {
  initialState: PersistentSet(),

  evolve(admins, { type, data }) {
    switch (type) {
      case 'AdminGranted':
        return admins.add(data.accountId)
      case 'AdminRevoked':
        return admins.delete(data.accountId)
    }
  },

  decide(command, admins) {
    const { accountId } = command
    switch (command.type) {
      case 'Grant':
        return admins.has(accountId) ? [] : [AdminGranted({ accountId })]
      case 'Revoke':
        if (!admins.has(accountId)) return []
        if (command.by === accountId) throw new ShopError('LAST_ADMIN', 'Admins cannot demote themselves')
        if (admins.size === 1) throw new ShopError('LAST_ADMIN', 'The last admin stays')
        return [AdminRevoked({ accountId })]
    }
  },

  sizeOf: ({ size }) => size,

  snapshot: {
    name: 'admins@1',
    write: (admins) => [...admins],
    read: (accountIds: string[]) => PersistentSet(accountIds),
  },
}
