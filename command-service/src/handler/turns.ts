/**
 * One at a time per key, in the order of asking; different keys run side by side. Commands on one stream take
 * turns, so that a version conflict can only come from another process.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, result)
    const leave = () => {
      if (last.get(key) === result) last.delete(key)
    }
    result.then(leave, leave)
    return result
  }
}
