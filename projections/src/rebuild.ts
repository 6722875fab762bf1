import { setTimeout as sleep } from 'node:timers/promises'
import { type Position, START } from '@shop/language/events/event'
import type { Batch, EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'
import type { Failures } from '@shop/stores/read-store/checkpoint'
import type { ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { type Build, type BuildLimits, createBuild } from './build.ts'
import { failuresAfter, logFailures } from './failure.ts'
import { formerOf, type Judgement, judge, type Open, type Swap } from './former-read-model.ts'
import type { ProjectionState } from './projection-state.ts'

/** With these limits, a rebuild of six projections took less than 200 MB of memory. */
const LIMITS: BuildLimits = { kept: 10_000, piece: 2_000, events: 50_000 }

const COMPARE_AGAIN_MS = 1_000

/** `swap` is absent if there is nothing to compare. `failures` are stored when the documents go live. */
type Built = {
  readonly state: ProjectionState
  readonly build: Build
  readonly swap?: Swap
  judgement: Judgement
  failures?: Failures
}

type Options = Readonly<{ accepted?: readonly string[]; limits?: BuildLimits }>

/**
 * Builds the documents of several projections beside the old documents, and reads the log once for all projections. At the position of the
 * former read model (`formerOf`), the new documents are compared with the old documents. Documents that differ go live only if the
 * collection declares the difference or the operator accepts it. If another process has written the former documents
 * meanwhile, only the documents that did not change are judged.
 */
export async function rebuild(
  projections: readonly ProjectionState[],
  log: EventReader,
  readStore: ReadStore,
  signal: AbortSignal,
  now: Date,
  { accepted = [], limits = LIMITS }: Options = {},
) {
  async function begin(state: ProjectionState): Promise<Built> {
    const collection = state.projection.into
    const stage = await stageOf(state, readStore, log)
    const build = createBuild(state.projection, stage, limits)
    const former = await formerOf(state.name, readStore, log)
    // A stage beyond the former position was compared before an interruption.
    if (!former || build.position() > former.position) return { state, build, judgement: { is: 'may go live' } }
    const swap = { collection, former, stage, readStore, accepted }
    return { state, build, swap, judgement: { is: 'open', at: former.position } }
  }

  async function fold(one: Built, batch: Batch) {
    const folded = await one.build.take(batch)
    if (folded.failures.length === 0) return
    one.failures = failuresAfter(one.failures ?? {}, one.build.position(), folded, now)
    logFailures(one.state.name, folded)
  }

  async function goLive({ state, build, failures }: Built) {
    report.goesLive(state.name)
    await build.goLive()
    state.isHalted = build.hasHalted()
    if (failures) await readStore.commit(stepOf(state.name, build.position(), build.position(), [], failures))
  }

  /** Compares the documents at each position of the batch where they must be compared. */
  async function take(one: Built, batch: Batch) {
    while (one.judgement.is === 'open' && one.build.position() <= one.judgement.at && one.judgement.at <= batch.upTo) {
      const { at } = one.judgement
      await fold(one, { ...batch, events: batch.events.filter(({ position }) => position <= at), upTo: at })
      await compare(one, one.judgement)
    }
    if (isGoing(one)) await fold(one, batch)
  }

  const builds: Built[] = []
  for (const state of projections) builds.push(await begin(state))
  const [from = START] = builds.map(({ build }) => build.position()).toSorted()
  const names = projections.map(({ name }) => name)
  const report = await reportRebuild(names, log, from)
  try {
    const types = [...new Set(projections.flatMap(({ projection }) => Object.keys(projection.on)))]
    for await (const batch of log.follow(from, signal, types)) {
      await Promise.all(builds.filter(isGoing).map((one) => take(one, batch)))
      await report.readUpTo(batch.upTo)
      const building = builds.filter((one) => isGoing(one) && !one.build.hasHalted())
      if (building.length === 0 || (batch.caughtUp && !building.some(isMoved))) break
    }
    // The next rebuild continues from here.
    if (signal.aborted) return
    for (const one of builds) {
      // A projection that stopped before the former read model's position has not been compared yet.
      if (one.judgement.is === 'open' && !one.judgement.moved) await compare(one, one.judgement)
      one.state.isRefused = one.judgement.is === 'refused'
      if (one.judgement.is === 'may go live') await goLive(one)
    }
    await pauseBeforeComparingAgain(builds, signal)
  } finally {
    await Promise.all(builds.map(({ build }) => build.settled()))
  }
}

async function compare(one: Built, open: Open) {
  await one.build.flush()
  if (one.swap) one.judgement = await judge(one.swap, open)
  if (one.judgement.is === 'open' && one.judgement.moved) one.build.removeChanged(one.judgement.moved.differing)
}

const isMoved = ({ judgement }: Built) => judgement.is === 'open' && judgement.moved !== undefined
const isGoing = ({ judgement }: Built) => judgement.is === 'open' || judgement.is === 'may go live'

async function pauseBeforeComparingAgain(builds: readonly Built[], signal: AbortSignal) {
  const unjudged = builds.filter(({ judgement: { is } }) => is === 'open' || is === 'again')
  if (unjudged.length === 0) return
  const former = unjudged.map(({ swap }) => swap?.former.name)
  logFact('info', 'Another process still writes former read models. They are compared again', { former })
  await sleep(COMPARE_AGAIN_MS, undefined, { signal }).catch(() => {})
}

async function stageOf({ projection }: ProjectionState, readStore: ReadStore, log: EventReader): Promise<Stage> {
  const stage = await readStore.stage(projection.into)
  if (await log.has(stage.position())) return stage
  // The log was replaced or restored from a backup, so the build starts again.
  await stage.drop()
  return readStore.stage(projection.into)
}

const EVERY_MS = 5_000

/** Logs every few seconds how much of the log a rebuild has read, and when it will reach the end. */
async function reportRebuild(projections: readonly string[], log: EventReader, from: Position) {
  const { read: before } = await log.extent(from)
  const startedMs = performance.now()
  let reportedMs = startedMs
  return {
    async readUpTo(position: Position) {
      const nowMs = performance.now()
      if (nowMs - reportedMs < EVERY_MS) return
      reportedMs = nowMs
      const { read, all, unit } = await log.extent(position)
      const leftMs = ((all - read) * (nowMs - startedMs)) / (read - before)
      const readBy = read > before && { readBy: new Date(Date.now() + leftMs).toISOString() }
      logFact('info', 'Read models are being built', { projections, read, of: all, unit, ...readBy })
    },

    /** Call this when all documents of a projection are built, before their indexes are made. */
    goesLive(projection: string) {
      if (performance.now() - startedMs < EVERY_MS) return
      logFact('info', 'A read model has been built, its indexes are being made', { projection })
    },
  }
}
