export type Breaker = ReturnType<typeof createBreaker>

type Limits = Readonly<{ failuresToOpen: number; pauseMs: number; now?: () => number }>

/**
 * A circuit breaker: after so many calls in a row without an answer it refuses every call, and after a pause lets one through to
 * try. Whatever the other side answers, a refusal too, shows that it is there.
 */
export function createBreaker({ failuresToOpen, pauseMs, now = Date.now }: Limits) {
  let failures = 0
  let refusingUntilMs = 0

  return {
    /** Asked before each call; who is not refused calls, or says that it has not. */
    refuses(): boolean {
      if (failures < failuresToOpen) return false
      if (now() < refusingUntilMs) return true
      refusingUntilMs = now() + pauseMs
      return false
    },
    /** No call was made after all: the next may be the one that tries. */
    untried() {
      refusingUntilMs = 0
    },
    answered() {
      failures = 0
    },
    failed() {
      failures++
      refusingUntilMs = now() + pauseMs
    },
  }
}
