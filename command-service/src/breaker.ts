type Limits = Readonly<{ failuresToOpen: number; pauseMs: number; now?: () => number }>

/**
 * After several calls in a row without an answer, refuses every call. After a pause it allows one call as a test. Any answer, even a
 * refusal, shows that the called server works.
 */
export function createBreaker({ failuresToOpen, pauseMs, now = Date.now }: Limits) {
  let failures = 0
  let refusingUntilMs = 0

  return {
    /** Check this before each call. If false, make the call or report `untried`. */
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
