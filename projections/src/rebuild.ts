import { setTimeout as sleep } from 'node:timers/promises'
import { type Position, START } from '@shop/language/events/event'
import type { Batch, EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'
import type { Failures } from '@shop/stores/read-store/checkpoint'
import type { ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { type Build, type BuildLimits, createBuild } from './build.ts'
import { failuresAfter, logFailures } from './failure.ts'
import type { Folded } from './fold.ts'
import { type Former, formerOf, type Judgement, judge, judgeUnchanged } from './former-read-model.ts'
import type { ProjectionState } from './projection-state.ts'

/** With these limits, a rebuild of six projections took less than 200 MB of memory. */
const LIMITS: BuildLimits = { kept: 10_000, piece: 2_000, events: 50_000 }

const COMPARE_AGAIN_MS = 1_000

type Built = {
  readonly state: ProjectionState
  readonly build: Build
  readonly stage: Stage
  readonly former?: Former
  judgement?: Judgement
  /** See `Moved`. */
  changed?: ReadonlySet<string>
  failures?: Failures
}

type Options = Readonly<{
  accepted?: readonly string[]
  limits?: BuildLimits
}>

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
  const builds: Built[] = []
  for (const state of projections) {
    const stage = await stageOf(state, readStore, log)
    const former = await formerOf(state.name, readStore, log)
    builds.push({ state, stage, build: createBuild(state.projection, stage, limits), ...(former && { former }) })
  }
  const report = reportRebuild(
    projections.map(({ name }) => name),
    log,
  )

  /** The failures are stored when the documents go live. */
  function note(one: Built, folded: Folded) {
    if (folded.failures.length === 0) return
    one.failures = failuresAfter(one.failures ?? {}, one.build.position(), folded, now)
    logFailures(one.state.name, folded)
  }

  const compare = (one: Built) => compareWithFormer(one, readStore, accepted)

  /** If the batch contains a position where the documents can be compared, compares them there. */
  async function take(one: Built, batch: Batch) {
    const { build } = one
    for (let to = comparableIn(batch, one); to !== undefined; to = comparableIn(batch, one)) {
      const events = eventsUpTo(batch.events, to)
      note(one, await build.take({ ...batch, events, upTo: to }))
      await build.flush()
      await compare(one)
    }
    if (isGoing(one)) note(one, await build.take(batch))
  }

  async function goLive({ state, build, failures }: Built) {
    report.goesLive(state.name)
    await build.goLive()
    state.isHalted = build.hasHalted()
    if (failures) await readStore.commit(stepOf(state.name, build.position(), build.position(), [], failures))
  }

  try {
    const types = [...new Set(projections.flatMap(({ projection }) => Object.keys(projection.on)))]
    const [from = START] = builds.map(({ build }) => build.position()).toSorted()
    for await (const batch of log.follow(from, signal, types)) {
      await Promise.all(builds.filter(isGoing).map((one) => take(one, batch)))
      await report.readUpTo(batch.upTo)
      const building = builds.filter((one) => isGoing(one) && !one.build.hasHalted())
      if (building.length === 0 || (batch.caughtUp && !building.some(({ judgement }) => isMoved(judgement)))) break
    }
    // The next rebuild continues from here.
    if (signal.aborted) return
    for (const one of builds) {
      // A projection that halted before the former read model's position has not been compared yet.
      if (one.former && one.build.position() < one.former.position && !one.judgement) {
        await one.build.flush()
        await compare(one)
      }
      if (isGoing(one) && !isMoved(one.judgement)) await goLive(one)
    }
    await pauseBeforeComparingAgain(builds, signal)
  } finally {
    await Promise.all(builds.map(({ build }) => build.settled()))
  }
}

/** Undefined if the documents cannot be compared at a position in this batch. */
function comparableIn({ upTo }: Batch, { build, former, judgement }: Built): Position | undefined {
  const to = isMoved(judgement) ? judgement.to : judgement ? undefined : former?.position
  return to !== undefined && build.position() <= to && upTo >= to ? to : undefined
}

const eventsUpTo = (events: Batch['events'], to: Position) => events.filter(({ position }) => position <= to)

async function compareWithFormer(one: Built, readStore: ReadStore, accepted: readonly string[]) {
  const { state, build, stage, former, judgement, changed } = one
  if (!former) return
  const { into } = state.projection
  one.judgement =
    isMoved(judgement) && changed
      ? judgeUnchanged(into, { former, accepted }, judgement, changed)
      : await judge(into, { former, stage, readStore, accepted })
  state.isRefused = one.judgement === 'refused'
  if (isMoved(one.judgement)) one.changed = build.changedFromNow()
}

const isGoing = ({ state, judgement }: Built) => !state.isRefused && judgement !== 'again'
const isMoved = (judgement: Judgement | undefined) => typeof judgement === 'object'

async function pauseBeforeComparingAgain(builds: readonly Built[], signal: AbortSignal) {
  const isOpen = ({ judgement }: Built) => judgement === 'again' || isMoved(judgement)
  const former = builds.filter(isOpen).map((one) => one.former?.name)
  if (former.length === 0) return
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
function reportRebuild(projections: readonly string[], log: EventReader, everyMs = EVERY_MS) {
  let first: { atMs: number; read: number } | undefined
  let reportedAtMs = performance.now()

  return {
    async readUpTo(position: Position) {
      const nowMs = performance.now()
      if (first && nowMs - reportedAtMs < everyMs) return
      const { read, all, unit } = await log.extent(position)
      first ??= { atMs: nowMs, read }
      if (nowMs - reportedAtMs < everyMs) return
      reportedAtMs = nowMs
      const perMs = (read - first.read) / (nowMs - first.atMs)
      logFact('info', 'Read models are being built', {
        projections,
        read,
        of: all,
        unit,
        ...(perMs > 0 && { readBy: new Date(Date.now() + (all - read) / perMs).toISOString() }),
      })
    },

    /** Call this when all documents of a projection are built, before their indexes are made. */
    goesLive(projection: string) {
      if (!first || performance.now() - first.atMs < everyMs) return
      logFact('info', 'A read model has been built, its indexes are being made', { projection })
    },
  }
}
