/** A pause comes after this much work. So the work takes about a twenty-fifth of the process's time. */
const WORK_MS = 2
export const PAUSE_MS = 50

/** Returns a function for work that must not slow down other work. Call it after each small part of the work. */
export function inPieces(pause: () => Promise<unknown>): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < WORK_MS) return
    await pause()
    sinceMs = performance.now()
  }
}
