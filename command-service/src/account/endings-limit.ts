import { endings } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

/**
 * Counts uses of one way to end all sessions, and throws RATE_LIMITED. Each use appends an event to the account's stream, which is always
 * read whole and so must stay short.
 */
export function createEndingsLimit(counters: Counters, way: keyof typeof endings) {
  const ofAccount = createLimit(counters, endings[way], 'You have done this too often today. Try again tomorrow')
  return (accountId: string) => ofAccount.take(accountId)
}
export type LimitEndings = ReturnType<typeof createEndingsLimit>
