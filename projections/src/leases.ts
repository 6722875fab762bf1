import { setTimeout as sleep } from 'node:timers/promises'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { Lease } from '@shop/stores/lease'
import { defect, logFact } from '@shop/stores/logger/logger'

const TRY_AGAIN_MS = 500
const TIMES_ON_STANDBY = 5

/**
 * Requests the lease of each name until `signal` aborts, and requests lost leases again. The worker with the first lease requests all other
 * leases, so that one worker reads and writes for all names. At every fifth try, a worker without the first lease also requests the other
 * leases, because a newer version of the shop can have names that the first worker does not know. `onChange`: called when leases were
 * taken, or when a lease was lost.
 */
export function keepLeases(
  names: readonly string[],
  take: (name: string) => Promise<Lease | undefined>,
  signal: AbortSignal,
  onChange: () => void,
  tryAgainMs = TRY_AGAIN_MS,
) {
  const held = new Map<string, Lease>()
  const [first = '', ...others] = names
  const answered = new Set<string>()
  const settled = Promise.withResolvers<void>()
  let taken = 0
  let lost: string[] = []
  let loss = new AbortController()

  async function keep() {
    let wasWell = true
    for (let turn = 1; !signal.aborted; turn++) {
      const [takenBefore, lostSince] = [taken, lost]
      lost = []
      loss = new AbortController()
      const [asked] = await Promise.allSettled([askAll(turn % TIMES_ON_STANDBY === 0)])
      if (taken > takenBefore) onChange()
      if (answered.size === names.length) settled.resolve()
      // If the server cannot be reached, all leases are lost together, and one line is logged for all leases.
      const isWell = asked.status === 'fulfilled' && lostSince.length === 0
      const trouble = { lost: lostSince, ...(asked.status === 'rejected' && defect(asked.reason)) }
      if (!isWell && wasWell) logFact('warn', 'Leases were lost or could not be requested', trouble)
      wasWell = isWell
      using until = joinedAbort(signal, loss.signal)
      await sleep(tryAgainMs, undefined, { signal: until.signal }).catch(() => {})
    }
  }

  async function askAll(alsoOnStandby: boolean) {
    await ask([first])
    if (held.has(first) || alsoOnStandby) await ask(others)
  }

  async function ask(asked: readonly string[]) {
    const answers = await Promise.allSettled(asked.filter((name) => !held.has(name)).map(askOne))
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  }

  async function askOne(name: string) {
    const lease = await take(name)
    answered.add(name)
    if (!lease || lease.lost.aborted) return
    // The signal can abort while the store grants the lease.
    if (signal.aborted) return lease.release()
    held.set(name, lease)
    taken++
    lease.lost.addEventListener('abort', () => {
      if (signal.aborted) return
      held.delete(name)
      lost.push(name)
      loss.abort()
      onChange()
    })
  }

  void keep().finally(settled.resolve)

  return {
    has: (name: string) => held.has(name),
    /** Resolves when each lease is taken, by any worker, or after `signal` has aborted. */
    settled: settled.promise,
    /** Call this after the last write. */
    async release() {
      await Promise.allSettled(Array.from(held.values(), (lease) => lease.release()))
      held.clear()
    },
  }
}
