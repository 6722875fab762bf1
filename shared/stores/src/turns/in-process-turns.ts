/** Returns a function that runs the calls for one key one after another, and calls for different keys in parallel. */
export function createTurns() {
  const last = new Map<string, Promise<void>>()

  return async <Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result> => {
    const before = last.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(key, promise)
    await before
    try {
      return await work(before !== undefined)
    } finally {
      if (last.get(key) === promise) last.delete(key)
      resolve()
    }
  }
}

/** Returns a function that runs asynchronous work after the work of all earlier calls. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => T | Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
export type InTurn = ReturnType<typeof oneAtATime>
