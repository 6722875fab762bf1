import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const often = { points: 20, seconds: 24 * 60 * 60 }
/** Whoever has stolen a password, and ends sessions with it, must not keep an admin from ending them. */
const limits = {
  owner: { name: 'ends of all sessions', ...often },
  admin: { name: 'ends of all sessions by an admin', ...often },
}

/**
 * At most twenty times a day an account may end all its sessions, by another password or by asking for it: each time is an
 * event in a stream that is read whole. Throws RATE_LIMITED.
 */
export function createEndingsLimit(counters: Counters, by: keyof typeof limits = 'owner') {
  const ofAccount = createLimit(counters, limits[by], 'Too often for one day. Try again tomorrow')
  return (accountId: string) => ofAccount.take(accountId)
}
export type LimitEndings = ReturnType<typeof createEndingsLimit>
