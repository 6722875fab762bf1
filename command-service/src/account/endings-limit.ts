import { endings } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

/**
 * `way` is a way to end all sessions of an account. The returned function counts one use of this way, and throws RATE_LIMITED after twenty
 * uses in a day. Each use appends an event to the account's stream. The shop always reads all events of this stream, so the stream must
 * stay short.
 */
export function createEndingsLimit(counters: Counters, way: keyof typeof endings) {
  const ofAccount = createLimit(counters, endings[way], 'You have done this too often today. Try again tomorrow')
  return (accountId: string) => ofAccount.take(accountId)
}
export type LimitEndings = ReturnType<typeof createEndingsLimit>
