const ASK_AFTER_MS = 5_000
const LONGEST_MS = 60_000

/**
 * Data in memory is used for up to a minute while the server that reports changes is unreachable. It sends a request every few seconds
 * without delaying answers. When the minute is over, the error of `ask` is thrown.
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
    /** Throws when the data must not be used any more. */
    async confirmed() {
      if (!isConfirmed()) await askOnce()
    },
  }
}
