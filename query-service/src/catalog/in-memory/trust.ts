const ASK_AFTER_MS = 5_000
const LONGEST_MS = 60_000

/**
 * Data in memory are up to date while the server answers, because the server reports every change. If the server has not answered for a
 * minute, `confirmed` waits for `ask`.
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

  function isConfirmed(): boolean {
    const nowMs = now()
    if (nowMs - askedAtMs >= ASK_AFTER_MS) askOnce().catch(() => {})
    return nowMs - confirmedAtMs < LONGEST_MS
  }

  return {
    isConfirmed,
    async confirmed() {
      if (!isConfirmed()) await askOnce()
    },
  }
}
