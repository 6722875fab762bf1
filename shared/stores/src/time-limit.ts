/** The outcome of the call is unknown. */
export class Late extends Error {
  constructor(timeLimitMs: number) {
    super(`There was no answer within ${timeLimitMs} ms`)
    this.name = 'Late'
  }
}

/**
 * Throws Late at the time limit, and aborts `signal`. If this process was paused, an answer that has already arrived still counts: Node runs
 * timers before it reads from connections, and immediates after that.
 */
export async function within<T>(timeLimitMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = Promise.withResolvers<never>()
  let giveUp: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    giveUp = setImmediate(() => {
      const error = new Late(timeLimitMs)
      stop.abort(error)
      late.reject(error)
    })
  }, timeLimitMs)
  try {
    return await Promise.race([call(stop.signal), late.promise])
  } finally {
    clearTimeout(timer)
    clearImmediate(giveUp)
  }
}
