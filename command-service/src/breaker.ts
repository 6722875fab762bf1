export type Breaker = ReturnType<typeof createBreaker>

type Limits = Readonly<{ failuresToOpen: number; pauseMs: number; now?: () => number }>

/**
 * A circuit breaker. After several calls in a row without an answer, it refuses every call. After a pause it allows one call as a test. Any
 * answer, even a refusal, shows that the other side works.
 */
export function createBreaker({ failuresToOpen, pauseMs, now = Date.now }: Limits) {
  let failures = 0
  let refusingUntilMs = 0

  return {
    /** Must be checked before each call. If the result is false, the caller either makes the call or reports `untried`. */
    refuses(): boolean {
      if (failures < failuresToOpen) return false
      if (now() < refusingUntilMs) return true
      refusingUntilMs = now() + pauseMs
      return false
    },
    /** Reports that the allowed call was not made. Then the next call may be the test. */
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
