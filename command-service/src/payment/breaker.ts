import type { Unknown } from './payment-provider.ts'

const FAILURES_TO_OPEN = 5
const PAUSE_MS = 10_000

/**
 * A circuit breaker: after five calls in a row without an answer every call is unknown at once, and after ten seconds one
 * is tried. Whatever the provider answers, a refusal too, shows that it is there.
 */
export function createBreaker(now: () => number = Date.now) {
  let failures = 0
  let refusingUntilMs = 0

  return async <Answer extends Readonly<{ is: string }>>(
    call: () => Promise<Answer | Unknown>,
  ): Promise<Answer | Unknown> => {
    if (failures >= FAILURES_TO_OPEN) {
      if (now() < refusingUntilMs) return { is: 'unknown', cause: new Error('It has not answered for a while') }
      refusingUntilMs = now() + PAUSE_MS
    }
    const answer = await call()
    if (answer.is === 'unknown') {
      failures++
      refusingUntilMs = now() + PAUSE_MS
    } else failures = 0
    return answer
  }
}
