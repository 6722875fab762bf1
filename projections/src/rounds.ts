import { joinedAbort } from '@shop/stores/joined-abort'

/** Runs `round` again and again until `signal` aborts. `next` aborts the current round, so that the next round sees what has changed. */
export function createRounds(signal: AbortSignal) {
  let current = new AbortController()
  return {
    next: () => current.abort(),
    async run(round: (until: AbortSignal) => Promise<void>) {
      while (!signal.aborted) {
        current = new AbortController()
        using until = joinedAbort(signal, current.signal)
        await round(until.signal)
      }
    },
  }
}
