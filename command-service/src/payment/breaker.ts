const FAILURES_TO_OPEN = 5
const PAUSE_MS = 10_000

/**
 * A circuit breaker: after five failures in a row every call is refused at once, and after
 * ten seconds one is tried. `refuse` makes the refusal.
 */
export function createBreaker(refuse: () => Error, now: () => number = Date.now) {
  let failures = 0
  let refusingUntilMs = 0

  return async <Result>(call: () => Promise<Result>, isFailure: (error: unknown) => boolean): Promise<Result> => {
    if (failures >= FAILURES_TO_OPEN) {
      if (now() < refusingUntilMs) throw refuse()
      refusingUntilMs = now() + PAUSE_MS
    }
    try {
      const result = await call()
      failures = 0
      return result
    } catch (error) {
      if (isFailure(error)) {
        failures++
        refusingUntilMs = now() + PAUSE_MS
      } else failures = 0
      throw error
    }
  }
}
