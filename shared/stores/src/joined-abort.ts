/**
 * Aborts with the first of some signals. To be disposed by who made it: `AbortSignal.any` leaves an entry behind in
 * each of its signals for good, and the signal that stops a process lives as long as the process does.
 */
export function joinedAbort(...signals: readonly AbortSignal[]): Disposable & Readonly<{ signal: AbortSignal }> {
  const joined = new AbortController()
  const abort = () => joined.abort()
  for (const signal of signals) {
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  }
  return {
    signal: joined.signal,
    [Symbol.dispose]() {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}
