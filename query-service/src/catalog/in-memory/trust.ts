const ASK_AFTER_MS = 5_000
const LONGEST_MS = 60_000

/**
 * Decides whether data in memory may be used. A server reports all changes of the data. `ask` sends a request to that server every few
 * seconds, without delaying answers. If the server has not answered for a minute, `confirmed` waits for `ask`, and throws its error.
 */
export function createTrust(ask: () => Promise<unknown>, now: () => number) {
  let confirmedAtMs = now()
  let askedAtMs = confirmedAtMs
  let asking: Promise<void> | undefined

  function askOnce() {
    askedAtMs = now()
    asking ??= ask()
      .then(() => {
        confirmedAtMs = now()
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  /** Whether the data may still be used. */
  function isConfirmed(): boolean {
    const nowMs = now()
    if (nowMs - askedAtMs >= ASK_AFTER_MS) askOnce().catch(() => {})
    return nowMs - confirmedAtMs < LONGEST_MS
  }

  return {
    isConfirmed,
    /** Throws if the data may no longer be used. */
    async confirmed() {
      if (!isConfirmed()) await askOnce()
    },
  }
}
