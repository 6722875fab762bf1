import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { defect, logFact } from '@shop/logger/logger'
import type { Batch, EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { keepLeases } from './leases.ts'
import { logFailures, type Progress, progressOf } from './progress.ts'
import type { AnyProjection } from './projection.ts'
import { rebuild } from './rebuild.ts'
import { type Following, isFollowing, stepOver } from './step.ts'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** Who resumes a projection may be another process, which cannot tell us. */
const LOOK_AT_HALTED_MS = 1_000

export type RunningProjections = Readonly<{
  /** Every projection that is ours and has not halted shows all that the log held when it got there. */
  caughtUp: Promise<void>
  /** Resolves after `signal` has aborted and nothing is written any more. */
  done: Promise<void>
}>

type Options = Readonly<{ now?: () => Date; lookAtHaltedMs?: number }>

/**
 * Keeps read models up to date until `signal` aborts. One reader serves all: each batch moves every projection's
 * documents and checkpoint in one commit. A projection without a checkpoint is rebuilt first, the others go on.
 * One that another process has the lease of is left to it. One that has halted says so in its checkpoint; it tries its
 * event again when this process is the next to begin with it, or when an operator has resumed it.
 */
export function runProjections(
  projections: readonly AnyProjection[],
  log: EventReader,
  readStore: ReadStore,
  signal: AbortSignal,
  { now = () => new Date(), lookAtHaltedMs = LOOK_AT_HALTED_MS }: Options = {},
): RunningProjections {
  const all = projections.map(progressOf)
  const running = () => all.filter(({ isHalted, name }) => !isHalted && leases.has(name))
  const caughtUp = Promise.withResolvers<void>()
  let round = new AbortController()
  let rebuilding: Promise<void> | undefined
  let failedRounds = 0
  const names = all.map(({ name }) => name)
  const leases = keepLeases(names, readStore.lease, signal, () => round.abort())

  async function run() {
    await leases.settled
    while (!signal.aborted) {
      round = new AbortController()
      await pausingAfterFailure(() => follow(AbortSignal.any([signal, round.signal])))
    }
    await rebuilding
    await leases.release()
  }

  /** One round: from what the read store holds until somebody joins or leaves, something throws, or the end. */
  async function follow(until: AbortSignal) {
    const ours = running()
    for (const progress of ours) progress.checkpoint = await ownCheckpoint(progress)
    const missing = ours.filter((progress) => !isFollowing(progress))
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
      if (!until.aborted && running().length > 0) throw new Error('The log stopped telling what happens')
    } else {
      if (!rebuilding) caughtUp.resolve()
      if (!until.aborted) await once(until, 'abort')
    }
  }

  /** Of another log, or of this one before it went back to a backup, it counts for nothing: what was built on it goes. */
  async function ownCheckpoint({ name }: Progress) {
    const checkpoint = await readStore.checkpoint(name)
    if (!checkpoint || (await log.has(checkpoint.position))) return checkpoint
    const { position } = checkpoint
    logFact('warn', 'A read model is of another log, or of one that was longer: it is built anew', { name, position })
    return undefined
  }

  async function take(batch: Batch, followers: readonly Following[]) {
    const live = followers.filter(({ isHalted }) => !isHalted)
    const steps = await Promise.all(
      live.map(async (progress) => {
        const moved = await stepOver(batch, progress, readStore, now())
        return moved && { progress, ...moved }
      }),
    )
    const moves = steps.filter((move) => move !== undefined)
    if (moves.length > 0) await readStore.commit(moves.map(({ step }) => step))
    for (const { progress, step, folded } of moves) {
      const { projection, from, to: position, writes, ...failures } = step
      progress.checkpoint = { position, ...failures }
      progress.isHalted = folded.haltsAt !== undefined
      logFailures(projection, folded)
    }
  }

  async function lookAtHalted() {
    while (!signal.aborted) {
      await sleep(lookAtHaltedMs, undefined, { signal }).catch(() => {})
      for (const progress of all.filter(({ isHalted, name }) => isHalted && leases.has(name))) {
        const checkpoint = await readStore.checkpoint(progress.name).catch(() => progress.checkpoint)
        // Without a checkpoint it is built anew, and may not meet the event again.
        if (checkpoint?.halted && !checkpoint.halted.resume) continue
        progress.isHalted = false
        round.abort()
      }
    }
  }

  async function rebuildAndJoin(missing: readonly Progress[]) {
    await pausingAfterFailure(() => rebuild(missing, log, readStore, signal, now()))
    rebuilding = undefined
    // Whether built or to be tried again: the next round starts from the checkpoints there are then.
    round.abort()
  }

  async function pausingAfterFailure(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
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
