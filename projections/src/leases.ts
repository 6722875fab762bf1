import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { defect, logFact } from '@shop/logger/logger'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { Lease } from '@shop/stores/lease'

const TRY_AGAIN_MS = 1_000
/** A worker on standby asks for the first lease alone each time, and for the others each fifth time. */
const TIMES_ON_STANDBY = 5

export type Leases = Readonly<{
  has: (name: string) => boolean
  /** Resolves when each lease is held here or by another worker, or after `signal` has aborted. */
  settled: Promise<void>
  /** Releases all leases, so that a worker on standby takes over at once. Call it when nothing is written any more. */
  release: () => Promise<void>
}>

/**
 * Requests the lease of each name until `signal` aborts, keeps those it gets, and requests again those it loses:
 * each name has one of many workers, and another follows one that dies. Of workers that start together one gets the
 * first lease, and then all others, since names that are worked on together share what they read and what they write. Who
 * has not got the first one is on standby, and takes after a while what nobody wants, as the names of a newer version.
 * `onChange`: a lease was taken or lost.
 */
export function keepLeases(
  names: readonly string[],
  take: (name: string) => Promise<Lease | undefined>,
  signal: AbortSignal,
  onChange: () => void,
  tryAgainMs = TRY_AGAIN_MS,
): Leases {
  const held = new Map<string, Lease>()
  const [first = ''] = names
  const firstIsAsked = Promise.withResolvers<void>()
  let leads = new AbortController()

  /** On standby a pause ends as soon as the first lease is taken here. */
  async function pause(ms: number) {
    using either = joinedAbort(signal, leads.signal)
    await sleep(ms, undefined, { signal: held.has(first) ? signal : either.signal }).catch(() => {})
  }

  const isOnStandby = (name: string) => name !== first && !held.has(first)

  async function beforeTheFirstTime(name: string) {
    if (name === first) return
    await firstIsAsked.promise
    if (isOnStandby(name)) await pause(TIMES_ON_STANDBY * tryAgainMs)
  }

  function keeps(name: string, lease: Lease) {
    held.set(name, lease)
    if (name === first) leads.abort()
    onChange()
  }

  function loses(name: string) {
    held.delete(name)
    if (name === first) leads = new AbortController()
    onChange()
  }

  async function keep(name: string, settled: () => void) {
    await beforeTheFirstTime(name)
    for (let failures = 0; !signal.aborted; ) {
      const lease = await take(name).catch((error) => {
        if (failures++ === 0) logFact('warn', 'A lease cannot be asked for', { name, ...defect(error) })
        return 'not answered' as const
      })
      if (lease !== 'not answered') failures = 0
      // It came when nobody waited for it any more.
      if (typeof lease === 'object' && signal.aborted) return lease.release()
      if (typeof lease === 'object') {
        keeps(name, lease)
        settled()
        await untilEither(signal, lease.lost)
        if (signal.aborted) return
        logFact('warn', 'A lease was lost', { name })
        loses(name)
      } else {
        if (lease === undefined) settled()
        await pause(isOnStandby(name) ? TIMES_ON_STANDBY * tryAgainMs : tryAgainMs)
      }
    }
  }

  const settling = names.map((name) => {
    const { promise, resolve } = name === first ? firstIsAsked : Promise.withResolvers<void>()
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
