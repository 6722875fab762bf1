/** So much work, then a pause: it takes a twenty-fifth of the process. */
const WORK_MS = 2
export const PAUSE_MS = 50

/** For work that must not be noticed: call it after each small piece. It resolves at once until two milliseconds have passed, and then after `pause`. */
export function inPieces(pause: () => Promise<unknown>): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < WORK_MS) return
    await pause()
    sinceMs = performance.now()
  }
}
