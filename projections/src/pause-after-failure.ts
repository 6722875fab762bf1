import { setTimeout as sleep } from 'node:timers/promises'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

export function createPauseAfterFailure(signal: AbortSignal, onFailure: (error: unknown, pauseMs: number) => void) {
  let failures = 0
  return {
    /** Runs `work`. If it throws, calls `onFailure`, pauses and returns. */
    async around(work: () => Promise<void>) {
      try {
        await work()
      } catch (error) {
        if (signal.aborted) return
        const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** failures++)
        onFailure(error, pauseMs)
        await sleep(pauseMs, undefined, { signal }).catch(() => {})
      }
    },
    /** After this call, the next pause is short again. */
    succeeded() {
      failures = 0
    },
  }
}
