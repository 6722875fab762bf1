const ASK_AFTER_MS = 5_000
const LONGEST_MS = 60_000

/**
 * How long what is kept in memory is believed while the server that would tell of changes is away: a minute. Asked no
 * more often than every few seconds, and beside the answers, until the minute is over; then `ask`'s failure is thrown.
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
    /** Throws when it is no longer to be believed. */
    async confirmed() {
      const isOver = now() - confirmedAtMs >= LONGEST_MS
      if (isOver) return askOnce()
      if (now() - askedAtMs >= ASK_AFTER_MS) askOnce().catch(() => {})
    },
  }
}
