type Limits = Readonly<{ failuresToOpen: number; pauseMs: number; now?: () => number }>

/**
 * After several calls in a row without an answer, refuses every call. After a pause, allows one call as a test. Any answer shows that the
 * server works, even a refusal.
 */
export function createBreaker({ failuresToOpen, pauseMs, now = Date.now }: Limits) {
  let failures = 0
  let refusingUntilMs = 0

  return {
    /** Use this before each call. If the result is false, make the call or report `untried`. */
    refuses(): boolean {
      if (failures < failuresToOpen) return false
      if (now() < refusingUntilMs) return true
      refusingUntilMs = now() + pauseMs
      return false
    },
    /** The allowed call was not made, so the next call may be the test. */
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
