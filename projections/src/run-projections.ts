import { once } from 'node:events'
import { START } from '@shop/language/events/event'
import { defect, logFact } from '@shop/logger/logger'
import { type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { keepLeases } from './leases.ts'
import { moveOver } from './move-over.ts'
import { beginAnew, readOwnCheckpoints } from './own-checkpoint.ts'
import { createPauseAfterFailure } from './pause-after-failure.ts'
import type { AnyProjection } from './projection.ts'
import { newProjectionState, type ProjectionState } from './projection-state.ts'
import { rebuild } from './rebuild.ts'
import { type Following, isFollowing } from './step.ts'
import { watchDamaged } from './watch-damaged.ts'
import { watchHalted } from './watch-halted.ts'

export type RunningProjections = Readonly<{
  /** Resolves when every projection that runs here and has not halted has reached the log's head. */
  caughtUp: Promise<void>
  /** Resolves after `signal` has aborted and nothing is written any more. */
  done: Promise<void>
}>

type Options = Readonly<{ now?: () => Date; lookAtHaltedMs?: number }>

/**
 * Keeps read models up to date until `signal` aborts. One reader serves all: each batch moves every projection's
 * documents and checkpoint in one commit. A projection without a checkpoint is rebuilt first, while the others go on.
 * One whose lease another process has is left to it. One that halts says so in its checkpoint; it retries its
 * event when a process starts it again, or when an operator resumes it.
 */
export function runProjections(
  projections: readonly AnyProjection[],
  log: EventReader,
  readStore: ReadStore,
  signal: AbortSignal,
  { now = () => new Date(), lookAtHaltedMs }: Options = {},
): RunningProjections {
  const all = projections.map(newProjectionState)
  const caughtUp = Promise.withResolvers<void>()
  let round = new AbortController()
  const beginNextRound = () => round.abort()
  const leases = keepLeases(
    projections.map(({ into }) => into.name),
    readStore.lease,
    signal,
    beginNextRound,
  )
  const ours = (isHalted: boolean) => all.filter((state) => state.isHalted === isHalted && leases.has(state.name))
  const pause = createPauseAfterFailure(signal, (error, pauseMs) => {
    if (error instanceof LogWentBack) all.forEach(beginAnew)
    logFact('error', 'The projections begin again from their checkpoints', { pauseMs, ...defect(error) })
  })
  let rebuilding: Promise<void> | undefined

  async function run() {
    await leases.settled
    while (!signal.aborted) {
      round = new AbortController()
      using until = joinedAbort(signal, round.signal)
      await pause.around(() => oneRound(until.signal))
    }
    await rebuilding
    await leases.release()
  }

  /** From the checkpoints in the read store until a projection joins or leaves, something throws, or the end. */
  async function oneRound(until: AbortSignal) {
    const running = ours(false)
    await readOwnCheckpoints(running, log, readStore)
    const missing = running.filter((state) => !isFollowing(state))
    if (missing.length > 0) rebuilding ??= rebuildAndJoin(missing)
    const followers = running.filter(isFollowing)
    if (followers.length > 0) await follow(followers, until)
    else {
      if (!rebuilding) caughtUp.resolve()
      if (!until.aborted) await once(until, 'abort')
    }
  }

  async function follow(followers: readonly Following[], until: AbortSignal) {
    const [from = START] = followers.map(({ checkpoint }) => checkpoint.position).toSorted()
    for await (const batch of log.follow(from, until)) {
      await moveOver(batch, followers, readStore, now())
      pause.succeeded()
      if (followers.every(({ isHalted }) => isHalted)) break
      if (batch.caughtUp && !rebuilding) caughtUp.resolve()
    }
    if (!until.aborted && ours(false).length > 0) throw new Error('The log stopped delivering events')
  }

  async function rebuildAndJoin(missing: readonly ProjectionState[]) {
    await pause.around(async () => {
      await rebuild(missing, log, readStore, signal, now())
      for (const state of missing) state.hasLogGoneBack = false
    })
    rebuilding = undefined
    // Whether it was built or failed: the next round starts from the current checkpoints.
    beginNextRound()
  }

  watchDamaged(all, readStore, signal, beginNextRound)
  return {
    caughtUp: caughtUp.promise,
    done: Promise.all([run(), watchHalted(() => ours(true), readStore, signal, beginNextRound, lookAtHaltedMs)])
      .then(() => {})
      .finally(caughtUp.resolve),
  }
}
