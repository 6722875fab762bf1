import { setTimeout as sleep } from 'node:timers/promises'
import { within } from './time-limit.ts'

/**
 * The right to move a checkpoint. The store numbers each lease and refuses commits under an older number, so a worker that comes back late
 * changes nothing.
 */
export type Lease = Readonly<{
  /** Aborts when another worker may have the lease. */
  lost: AbortSignal
  release: () => Promise<void>
}>

export const LEASE_MS = 3_000

/** The lease of a store that only one process can open. */
export const soleLease: Lease = { lost: new AbortController().signal, release: async () => {} }

/** `renew` returns whether the lease is still held. `kept` has all held leases, which the store releases when it closes. */
export function keepLease(
  renew: () => Promise<boolean>,
  giveBack: () => Promise<void>,
  lastsMs = LEASE_MS,
  kept: Set<Lease> = new Set(),
): Lease {
  const lost = new AbortController()
  const released = new AbortController()

  async function keep() {
    let runsOutAt = performance.now() + lastsMs
    while (!released.signal.aborted) {
      await sleep(lastsMs / 3, undefined, { signal: released.signal, ref: false }).catch(() => {})
      if (released.signal.aborted) return
      const asked = performance.now()
      // Without an answer, the lease is not lost before it expires.
      const ours = await within(lastsMs / 3, renew).catch(() => undefined)
      if (ours) runsOutAt = asked + lastsMs
      else if (ours === false || performance.now() >= runsOutAt) {
        kept.delete(lease)
        return lost.abort()
      }
    }
  }

  const lease: Lease = {
    lost: lost.signal,
    async release() {
      if (released.signal.aborted) return
      released.abort()
      kept.delete(lease)
      await giveBack()
    },
  }
  kept.add(lease)
  void keep()
  return lease
}
