/**
 * The caller must dispose of the result. `AbortSignal.any` would leave more and more entries in a signal that lives as long as the process.
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
