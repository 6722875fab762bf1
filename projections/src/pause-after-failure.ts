import { setTimeout as sleep } from 'node:timers/promises'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

export type PauseAfterFailure = Readonly<{
  /** Runs `work`. If it throws, calls `onFailure`, pauses and returns. */
  around: (work: () => Promise<void>) => Promise<void>
  /** After this call, the next pause is short again. */
  succeeded: () => void
}>

export function createPauseAfterFailure(
  signal: AbortSignal,
  onFailure: (error: unknown, pauseMs: number) => void,
): PauseAfterFailure {
  let failures = 0
  return {
    async around(work) {
      try {
        await work()
      } catch (error) {
        if (signal.aborted) return
        const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** failures++)
        onFailure(error, pauseMs)
        await sleep(pauseMs, undefined, { signal }).catch(() => {})
      }
    },
    succeeded() {
      failures = 0
    },
  }
}
