import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const OF_ACCOUNT = { name: 'ends of all sessions', points: 20, seconds: 24 * 60 * 60 }

/**
 * At most twenty times a day an account may end all its sessions, by another password or by asking for it: each time is an
 * event in a stream that is read whole. Throws RATE_LIMITED.
 */
export function createEndingsLimit(counters: Counters) {
  const ofAccount = createLimit(counters, OF_ACCOUNT, 'Too often for one day. Try again tomorrow')
  return (accountId: string) => ofAccount.take(accountId)
}
export type LimitEndings = ReturnType<typeof createEndingsLimit>
