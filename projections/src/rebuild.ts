import { type Position, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { type Build, type BuildLimits, createBuild } from './build.ts'
import type { Folded } from './fold.ts'
import { checkpointAfter, logFailures, type ProjectionState } from './projection-state.ts'
import { reportRebuild } from './rebuild-report.ts'

/** An order takes about 6 kB in memory, and no other document is as large, so all six projections stay below 200 MB. */
const LIMITS: BuildLimits = { kept: 10_000, piece: 2_000, events: 50_000 }

/**
 * Builds the documents of several projections from the start of the log in one pass, each beside its old ones, and then
 * swaps them in; nothing partial is visible before. They are written in pieces, each with its
 * position, from which the next process continues if this one ends. Later events are left to the
 * follower, which starts where this ends.
 */
export async function rebuild(
  projections: readonly ProjectionState[],
  log: EventReader,
  readStore: ReadStore,
  signal: AbortSignal,
  now: Date,
  limits: BuildLimits = LIMITS,
) {
  const builds: { state: ProjectionState; build: Build; folded: Folded }[] = []
  for (const state of projections) {
    const build = createBuild(state.projection, await stageOf(state), limits)
    builds.push({ state, build, folded: { failures: [] } })
  }
  const report = reportRebuild(
    projections.map(({ name }) => name),
    log,
  )

  async function stageOf({ projection }: ProjectionState): Promise<Stage> {
    const stage = await readStore.stage(projection.into)
    if (await log.has(stage.position())) return stage
    // From another log, or from this one before it was restored to a backup.
    await stage.drop()
    return readStore.stage(projection.into)
  }

  async function keepFailures(state: ProjectionState, upTo: Position, folded: Folded) {
    state.checkpoint = checkpointAfter(undefined, upTo, folded, now)
    state.isHalted = folded.haltsAt !== undefined
    const { position, ...failures } = state.checkpoint
    const step = { projection: state.name, from: position, to: position, writes: [], ...failures }
    if (folded.failures.length > 0) await readStore.commit([step])
    logFailures(state.name, folded)
  }

  try {
    const [from = START] = builds.map(({ build }) => build.position()).toSorted()
    for await (const batch of log.follow(from, signal)) {
      await Promise.all(
        builds.map(async (one) => {
          const { failures, haltsAt } = await one.build.take(batch)
          one.folded = { failures: [...one.folded.failures, ...failures], ...(haltsAt && { haltsAt }) }
        }),
      )
      await report.readUpTo(batch.upTo)
      if (batch.caughtUp || builds.every(({ build }) => build.hasHalted())) break
    }
    // Stopped before the end: the next rebuild continues from here.
    if (signal.aborted) return
    for (const { state, build, folded } of builds) {
      report.goesLive(state.name)
      await build.goLive()
      await keepFailures(state, build.position(), folded)
    }
  } finally {
    await Promise.all(builds.map(({ build }) => build.settled()))
  }
}
