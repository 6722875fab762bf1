export type Breaker = ReturnType<typeof createBreaker>

type Limits = Readonly<{ failuresToOpen: number; pauseMs: number; now?: () => number }>

/**
 * A circuit breaker: after a number of calls in a row without an answer it refuses every call. After a pause it lets one call through as
 * a test. Any answer, even a refusal, shows that the other side is up.
 */
export function createBreaker({ failuresToOpen, pauseMs, now = Date.now }: Limits) {
  let failures = 0
  let refusingUntilMs = 0

  return {
    /** Call this before each call. If it returns false, make the call, or report with `untried` that none was made. */
    refuses(): boolean {
      if (failures < failuresToOpen) return false
      if (now() < refusingUntilMs) return true
      refusingUntilMs = now() + pauseMs
      return false
    },
    /** Reports that no call was made after all: the next one may be the test. */
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
