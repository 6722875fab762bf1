import { once } from 'node:events'
import { START } from '@shop/language/events/event'
import { MAX_LISTED } from '@shop/language/limits'
import { refusedReadModels } from '@shop/language/shop/refused-read-models'
import { type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { dropFormer } from './drop-former.ts'
import { keepLeases } from './leases.ts'
import { type Following, isFollowing, moveOver } from './move-over.ts'
import { emptyIfDamaged, newStage } from './new-stage.ts'
import { createPauseAfterFailure } from './pause-after-failure.ts'
import type { AnyProjection } from './projection.ts'
import { newProjectionState, type ProjectionState } from './projection-state.ts'
import { rebuild } from './rebuild.ts'
import { createRounds } from './rounds.ts'
import { readCheckpoints, watchCheckpoints } from './watch-checkpoints.ts'

export type RunningProjections = Readonly<{
  /** Resolves when each projection that runs here has reached the head of the log or has halted. */
  caughtUp: Promise<void>
  /** Resolves after `signal` has aborted and the last write has ended. */
  done: Promise<void>
  /** The rebuilt read models that do not go live, because they differ from the former read models. */
  refused: () => readonly string[]
}>

type Options = Readonly<{
  now?: () => Date
  lookAtHaltedMs?: number
  /** The read models that the operator has accepted although they differ from the former read models. */
  accepted?: readonly string[]
  formerKeptMs?: number
}>

/**
 * Keeps read models up to date until `signal` aborts. All projections share one reader, and write each batch in one commit. A projection
 * without a checkpoint is rebuilt first, while the others continue. The process with the lease of a projection runs the projection. A
 * projection that halts tries the failed event again when a process starts, or when an operator resumes the projection.
 */
export function runProjections(
  projections: readonly AnyProjection[],
  log: EventReader,
  readStore: ReadStore,
  signal: AbortSignal,
  { now = () => new Date(), lookAtHaltedMs, accepted = [], formerKeptMs }: Options = {},
): RunningProjections {
  const all = projections.map(newProjectionState)
  const caughtUp = Promise.withResolvers<void>()
  const rounds = createRounds(signal)
  const names: readonly string[] = all.map(({ name }) => name)
  const leases = keepLeases(names, readStore.lease, signal, rounds.next)
  const isOurs = ({ name }: ProjectionState) => leases.has(name)
  const running = () => all.filter((state) => !state.isHalted && !state.isRefused && isOurs(state))
  const pause = createPauseAfterFailure(signal, (error, pauseMs) => {
    const asNew = { hasLogGoneBack: true, isHalted: false, isRefused: false }
    if (error instanceof LogWentBack) for (const state of all) Object.assign(state, asNew)
    logFact('error', 'The projections start again from their checkpoints', { pauseMs, ...defect(error) })
  })
  let rebuilding: Promise<void> | undefined

  async function run() {
    await leases.settled
    // Removes the notes about read models that only another release builds.
    await pause.around(() => noteRefused(readStore, [], (name) => !names.includes(name), now()))
    await rounds.run((until) => pause.around(() => oneRound(until)))
    await rebuilding
    await leases.release()
  }

  async function oneRound(until: AbortSignal) {
    const states = running()
    await readCheckpoints(states, log, readStore)
    const missing = states.filter((state) => !isFollowing(state))
    if (missing.length > 0) rebuilding ??= rebuildAndJoin(missing)
    const followers = states.filter(isFollowing)
    if (followers.length > 0) return follow(followers, until)
    if (!rebuilding) caughtUp.resolve()
    if (!until.aborted) await once(until, 'abort')
  }

  async function follow(followers: readonly Following[], until: AbortSignal) {
    const [from = START] = followers.map(({ checkpoint }) => checkpoint.position).toSorted()
    for await (const batch of log.follow(from, until)) {
      // A projection that was resumed meanwhile must not miss the events before this batch.
      if (until.aborted) return
      await moveOver(batch, followers, readStore, now())
      pause.succeeded()
      if (batch.caughtUp && !rebuilding) caughtUp.resolve()
    }
    if (!until.aborted) throw new Error('The log stopped delivering events')
  }

  /** Even after a failed rebuild, the next round starts from the current checkpoints. */
  async function rebuildAndJoin(missing: readonly ProjectionState[]) {
    await pause.around(async () => {
      await rebuild(missing, log, readStore, signal, now(), { accepted })
      for (const state of missing) state.hasLogGoneBack = false
      const isLive = (name: string) => missing.some((state) => state.name === name && !state.isRefused)
      await noteRefused(readStore, refused(), isLive, now())
    })
    rebuilding = undefined
    rounds.next()
  }

  const watching = watchCheckpoints({ all, isOurs, readStore }, signal, rounds.next, lookAtHaltedMs)
  const refused = () => all.filter(({ isRefused }) => isRefused).map(({ name }) => name)
  const serving = () => (rebuilding || refused().length > 0 ? [] : running().filter(isFollowing))
  const dropping = dropFormer(serving, readStore, signal, formerKeptMs)
  const done = Promise.all([run(), watching, dropping]).then(() => {})
  return { caughtUp: caughtUp.promise, done: done.finally(caughtUp.resolve), refused }
}

/** Keeps a note for operators and admins about each rebuilt read model that may not go live (ADR 55). `isOver`: whether a note has ended. */
async function noteRefused(
  readStore: Pick<ReadStore, 'find' | 'checkpoint' | 'stage'>,
  refused: readonly string[],
  isOver: (name: string) => boolean,
  now: Date,
): Promise<void> {
  await emptyIfDamaged(refusedReadModels, readStore)
  const { documents: before } = await readStore.find(refusedReadModels, { limit: MAX_LISTED })
  const kept = before.filter(({ _id }) => !isOver(_id))
  const added = refused.filter((name) => !kept.some(({ _id }) => _id === name))
  if (kept.length === before.length && added.length === 0) return
  const stage = await newStage(refusedReadModels, readStore)
  const documents = [...kept, ...added.map((_id) => ({ _id, at: now.toISOString() }))]
  const writes = documents.map((document) => ({ id: document._id, document }))
  await stage.write(writes, START)
  await stage.goLive()
}
