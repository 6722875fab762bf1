/** The outcome of the call is unknown. */
export class Late extends Error {
  constructor(timeLimitMs: number) {
    super(`There was no answer within ${timeLimitMs} ms`)
    this.name = 'Late'
  }
}

/** Throws Late at the time limit, and aborts `signal`. */
export async function within<T>(timeLimitMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Late(timeLimitMs)
    stop.abort(error)
    late.reject(error)
  }, timeLimitMs)
  try {
    return await Promise.race([call(stop.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
