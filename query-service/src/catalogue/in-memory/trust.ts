const ASK_AFTER_MS = 5_000
const LONGEST_MS = 60_000

/**
 * How long data in memory is used while the server that reports changes is unreachable: a minute. The server is asked
 * every few seconds, without delaying answers, until the minute is over; then `ask`'s failure is thrown.
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

  /** Whether the data may be used still. */
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
