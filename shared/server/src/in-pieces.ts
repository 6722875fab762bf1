/** This much work, then a pause: together a twenty-fifth of the process's time. */
const WORK_MS = 2
export const PAUSE_MS = 50

/**
 * For work that must not slow other work down. Call it after each small piece. It resolves at once until two milliseconds have passed, and
 * then after `pause`.
 */
export function inPieces(pause: () => Promise<unknown>): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < WORK_MS) return
    await pause()
    sinceMs = performance.now()
  }
}
