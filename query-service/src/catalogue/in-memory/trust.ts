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

  return {
    /** Throws when the data must not be used any more. */
    async confirmed() {
      const isOver = now() - confirmedAtMs >= LONGEST_MS
      if (isOver) return askOnce()
      if (now() - askedAtMs >= ASK_AFTER_MS) askOnce().catch(() => {})
    },
  }
}
