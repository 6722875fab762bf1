import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const often = { points: 20, seconds: 24 * 60 * 60 }
/**
 * TABLE: the ways to end all sessions of an account. Each has a separate budget (decisions A1: changing passwords, ending sessions), so a
 * thief of the password cannot use up the mailed link, which only the owner's mailbox has, or the admin's call.
 */
const limits = {
  'sign-out': { name: 'ends of all sessions', ...often },
  password: { name: 'changes of a password', ...often },
  link: { name: 'passwords set by a mailed link', ...often },
  admin: { name: 'ends of all sessions by an admin', ...often },
}

/**
 * At most twenty times a day in each way, because each time appends an event to a stream that is always read whole. Throws RATE_LIMITED.
 */
export function createEndingsLimit(counters: Counters, way: keyof typeof limits) {
  const ofAccount = createLimit(counters, limits[way], 'Too often for one day. Try again tomorrow')
  return (accountId: string) => ofAccount.take(accountId)
}
export type LimitEndings = ReturnType<typeof createEndingsLimit>
