/** Nobody has answered in time. Whether it was done what was asked, nobody knows. */
export class Late extends Error {
  constructor(timeLimitMs: number) {
    super(`No answer within ${timeLimitMs} ms`)
    this.name = 'Late'
  }
}

/** Throws Late when the time is over; `signal` then tells the call that nobody waits any more. */
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
