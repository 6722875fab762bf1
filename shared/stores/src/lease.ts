import { setTimeout as sleep } from 'node:timers/promises'
import { within } from './time-limit.ts'

/**
 * The right to move one checkpoint on, which one worker has at a time. The store that gave it lets nobody else's
 * commit through, and numbers each right: who was thought dead and comes back late is refused, whatever its clock says.
 */
export type Lease = Readonly<{
  /** Aborts when it can no longer be kept: somebody else may have it by now. */
  lost: AbortSignal
  /** Gives it back, so that the next one need not wait until it runs out. */
  release: () => Promise<void>
}>

/** How long a lease lasts of which nothing is heard; it is renewed thrice in that time. */
export const LEASE_MS = 3_000

/** What a store gives that only one process can open. */
export const soleLease: Lease = { lost: new AbortController().signal, release: async () => {} }

/** Renews a lease that a server gave until it is released or lost. `renew` answers whether it is still ours. */
export function keepLease(renew: () => Promise<boolean>, giveBack: () => Promise<void>, lastsMs = LEASE_MS): Lease {
  const lost = new AbortController()
  const released = new AbortController()

  async function keep() {
    let runsOutAt = performance.now() + lastsMs
    while (!released.signal.aborted) {
      await sleep(lastsMs / 3, undefined, { signal: released.signal, ref: false }).catch(() => {})
      if (released.signal.aborted) return
      const asked = performance.now()
      // A server that does not answer may do so before the lease has run out.
      const ours = await within(lastsMs / 3, renew).catch(() => undefined)
      if (ours) runsOutAt = asked + lastsMs
      else if (ours === false || performance.now() >= runsOutAt) return lost.abort()
    }
  }
  void keep()

  return {
    lost: lost.signal,
    async release() {
      if (released.signal.aborted) return
      released.abort()
      await giveBack()
    },
  }
}
