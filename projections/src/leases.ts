import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { defect, logFact } from '@shop/logger/logger'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { Lease } from '@shop/stores/lease'

const TRY_AGAIN_MS = 1_000

export type Leases = Readonly<{
  has: (name: string) => boolean
  /** Resolves when each lease is held here or by another worker, or after `signal` has aborted. */
  settled: Promise<void>
  /** Releases all leases, so that a worker on standby takes over at once. Call it when nothing is written any more. */
  release: () => Promise<void>
}>

/**
 * Requests the lease of each name until `signal` aborts, keeps those it gets, and requests again those it loses:
 * each name has one of many workers, and another follows one that dies. `onChange`: a lease was taken or lost.
 */
export function keepLeases(
  names: readonly string[],
  take: (name: string) => Promise<Lease | undefined>,
  signal: AbortSignal,
  onChange: () => void,
  tryAgainMs = TRY_AGAIN_MS,
): Leases {
  const held = new Map<string, Lease>()

  async function keep(name: string, settled: () => void) {
    for (let failures = 0; !signal.aborted; ) {
      const lease = await take(name).catch((error) => {
        if (failures++ === 0) logFact('warn', 'A lease cannot be asked for', { name, ...defect(error) })
        return 'not answered' as const
      })
      if (lease !== 'not answered') failures = 0
      // It came when nobody waited for it any more.
      if (typeof lease === 'object' && signal.aborted) return lease.release()
      if (typeof lease === 'object') {
        held.set(name, lease)
        onChange()
        settled()
        await untilEither(signal, lease.lost)
        if (signal.aborted) return
        logFact('warn', 'A lease was lost', { name })
        held.delete(name)
        onChange()
      } else {
        if (lease === undefined) settled()
        await sleep(tryAgainMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  const settling = names.map((name) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    void keep(name, resolve).finally(resolve)
    return promise
  })

  return {
    has: (name) => held.has(name),
    settled: Promise.all(settling).then(() => {}),
    async release() {
      await Promise.allSettled(Array.from(held.values(), (lease) => lease.release()))
      held.clear()
    },
  }
}

async function untilEither(one: AbortSignal, other: AbortSignal) {
  using either = joinedAbort(one, other)
  if (!either.signal.aborted) await once(either.signal, 'abort')
}
