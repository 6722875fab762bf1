import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const often = { points: 20, seconds: 24 * 60 * 60 }
/**
 * TABLE: the ways to end all sessions of an account. Each way has a separate budget (decisions A1: changing passwords, ending sessions).
 * So a thief who knows the password cannot use up the owner's mailed links or the admin's calls.
 */
const limits = {
  'sign-out': { name: 'ends of all sessions', ...often },
  password: { name: 'changes of a password', ...often },
  link: { name: 'passwords set by a mailed link', ...often },
  admin: { name: 'ends of all sessions by an admin', ...often },
}

/**
 * The returned function counts one use of `way` by an account, and throws RATE_LIMITED after twenty uses in a day. Each use appends an
 * event to the account's stream. The shop always reads all events of this stream, so the stream must stay short.
 */
export function createEndingsLimit(counters: Counters, way: keyof typeof limits) {
  const ofAccount = createLimit(counters, limits[way], 'You have done this too often today. Try again tomorrow')
  return (accountId: string) => ofAccount.take(accountId)
}
export type LimitEndings = ReturnType<typeof createEndingsLimit>
