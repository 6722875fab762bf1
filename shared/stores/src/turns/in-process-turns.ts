/** Returns a function that runs the calls for one key one after another, and calls for different keys in parallel. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return <Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result> => {
    const before = last.get(key)
    const begin = () => work(before !== undefined)
    const result = (before ?? Promise.resolve()).then(begin, begin)
    last.set(key, result)
    const leave = () => {
      if (last.get(key) === result) last.delete(key)
    }
    result.then(leave, leave)
    return result
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
