import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const often = { points: 20, seconds: 24 * 60 * 60 }
/**
 * TABLE: the ways to end all sessions of an account, each with a budget of its own (decisions A1): whoever has stolen a password can use
 * up neither the owner's link, which only their mailbox has, nor the admin's call.
 */
const limits = {
  'sign-out': { name: 'ends of all sessions', ...often },
  password: { name: 'changes of a password', ...often },
  link: { name: 'passwords set by a mailed link', ...often },
  admin: { name: 'ends of all sessions by an admin', ...often },
}

/** At most twenty times a day in each way: each time is an event in a stream that is read whole. Throws RATE_LIMITED. */
export function createEndingsLimit(counters: Counters, way: keyof typeof limits) {
  const ofAccount = createLimit(counters, limits[way], 'Too often for one day. Try again tomorrow')
  return (accountId: string) => ofAccount.take(accountId)
}
export type LimitEndings = ReturnType<typeof createEndingsLimit>
