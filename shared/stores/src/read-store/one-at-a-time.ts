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
