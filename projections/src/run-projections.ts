import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { defect, logFact } from '@shop/logger/logger'
import { type Batch, type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { keepLeases } from './leases.ts'
import type { AnyProjection } from './projection.ts'
import { logFailures, newProjectionState, type ProjectionState } from './projection-state.ts'
import { rebuild } from './rebuild.ts'
import { type Following, isFollowing, stepOver } from './step.ts'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A projection may be resumed by another process, so halted ones are polled. */
const LOOK_AT_HALTED_MS = 1_000

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
  { now = () => new Date(), lookAtHaltedMs = LOOK_AT_HALTED_MS }: Options = {},
): RunningProjections {
  const all = projections.map(newProjectionState)
  const running = () => all.filter(({ isHalted, name }) => !isHalted && leases.has(name))
  const caughtUp = Promise.withResolvers<void>()
  let round = new AbortController()
  let rebuilding: Promise<void> | undefined
  let failedRounds = 0
  /** What they have read of the log is no longer in it. */
  const wentBack = new Set<string>()
  const names = all.map(({ name }) => name)
  const leases = keepLeases(names, readStore.lease, signal, () => round.abort())

  async function run() {
    await leases.settled
    while (!signal.aborted) {
      round = new AbortController()
      using until = joinedAbort(signal, round.signal)
      await pausingAfterFailure(() => follow(until.signal))
    }
    await rebuilding
    await leases.release()
  }

  /** One round: from the checkpoints in the read store until a projection joins or leaves, something throws, or the end. */
  async function follow(until: AbortSignal) {
    const ours = running()
    for (const state of ours) state.checkpoint = await ownCheckpoint(state)
    const missing = ours.filter((state) => !isFollowing(state))
    if (missing.length > 0) rebuilding ??= rebuildAndJoin(missing)
    const followers = ours.filter(isFollowing)
    if (followers.length > 0) {
      const [from = START] = followers.map(({ checkpoint }) => checkpoint.position).toSorted()
      for await (const batch of log.follow(from, until)) {
        await take(batch, followers)
        failedRounds = 0
        if (followers.every(({ isHalted }) => isHalted)) break
        if (batch.caughtUp && !rebuilding) caughtUp.resolve()
      }
      if (!until.aborted && running().length > 0) throw new Error('The log stopped delivering events')
    } else {
      if (!rebuilding) caughtUp.resolve()
      if (!until.aborted) await once(until, 'abort')
    }
  }

  /** The checkpoint; undefined, so that it is rebuilt, if it is of another log, or of this one before it was restored to a backup. */
  async function ownCheckpoint({ name }: ProjectionState) {
    const checkpoint = await readStore.checkpoint(name)
    if (!checkpoint || (!wentBack.has(name) && (await log.has(checkpoint.position)))) return checkpoint
    const { position } = checkpoint
    logFact('warn', 'A read model is of another log, or of one that was longer: it is built anew', { name, position })
    return undefined
  }

  async function take(batch: Batch, followers: readonly Following[]) {
    const live = followers.filter(({ isHalted }) => !isHalted)
    const steps = await Promise.all(
      live.map(async (state) => {
        const moved = await stepOver(batch, state, readStore, now())
        return moved && { state, ...moved }
      }),
    )
    const moves = steps.filter((move) => move !== undefined)
    if (moves.length > 0) await readStore.commit(moves.map(({ step }) => step))
    for (const { state, step, folded } of moves) {
      const { projection, from, to: position, writes, ...failures } = step
      state.checkpoint = { position, ...failures }
      state.isHalted = folded.haltsAt !== undefined
      logFailures(projection, folded)
    }
  }

  async function lookAtHalted() {
    while (!signal.aborted) {
      await sleep(lookAtHaltedMs, undefined, { signal }).catch(() => {})
      for (const state of all.filter(({ isHalted, name }) => isHalted && leases.has(name))) {
        const checkpoint = await readStore.checkpoint(state.name).catch(() => state.checkpoint)
        // Without a checkpoint it is rebuilt, and may not fail again.
        if (checkpoint?.halted && !checkpoint.halted.resume) continue
        state.isHalted = false
        round.abort()
      }
    }
  }

  async function rebuildAndJoin(missing: readonly ProjectionState[]) {
    await pausingAfterFailure(async () => {
      await rebuild(missing, log, readStore, signal, now())
      for (const { name } of missing) wentBack.delete(name)
    })
    rebuilding = undefined
    // Whether it was built or failed: the next round starts from the current checkpoints.
    round.abort()
  }

  /** Of a log that went back everything is built anew; what has halted may not meet its event again. */
  function beginAnew(state: ProjectionState) {
    wentBack.add(state.name)
    state.isHalted = false
  }

  async function pausingAfterFailure(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LogWentBack) all.forEach(beginAnew)
      const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** failedRounds++)
      logFact('error', 'The projections begin again from their checkpoints', { pauseMs, ...defect(error) })
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    caughtUp: caughtUp.promise,
    done: Promise.all([run(), lookAtHalted()])
      .then(() => {})
      .finally(caughtUp.resolve),
  }
}
