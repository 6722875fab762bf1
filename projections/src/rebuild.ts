import { type Position, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { type Build, type BuildLimits, createBuild } from './build.ts'
import type { Folded } from './fold.ts'
import { checkpointAfter, logFailures, type Progress } from './progress.ts'
import { reportRebuild } from './rebuild-report.ts'

/** An order is some six thousand bytes in memory, and no other document is as large: all six projections stay below 200 MB. */
const LIMITS: BuildLimits = { kept: 10_000, piece: 2_000, events: 50_000 }

/**
 * Builds documents from the start of the log, of several projections in one reading, each beside its old ones and then
 * put in their place; until that moment nobody sees anything half built. They are written in pieces, each with its
 * position: what a process leaves that ends in the middle, the next goes on with. What happens meanwhile is left to the
 * follower, who goes on from where this ends.
 */
export async function rebuild(
  projections: readonly Progress[],
  log: EventReader,
  readStore: ReadStore,
  signal: AbortSignal,
  now: Date,
  limits: BuildLimits = LIMITS,
) {
  const builds: { progress: Progress; build: Build; folded: Folded }[] = []
  for (const progress of projections) {
    const build = createBuild(progress.projection, await stageOf(progress), limits)
    builds.push({ progress, build, folded: { failures: [] } })
  }
  const report = reportRebuild(
    projections.map(({ name }) => name),
    log,
  )

  async function stageOf({ projection }: Progress): Promise<Stage> {
    const stage = await readStore.stage(projection.into)
    if (await log.has(stage.position())) return stage
    // Of another log, or of this one before it went back to a backup.
    await stage.drop()
    return readStore.stage(projection.into)
  }

  async function keepFailures(progress: Progress, upTo: Position, folded: Folded) {
    progress.checkpoint = checkpointAfter(undefined, upTo, folded, now)
    progress.isHalted = folded.haltsAt !== undefined
    const { position, ...failures } = progress.checkpoint
    const step = { projection: progress.name, from: position, to: position, writes: [], ...failures }
    if (folded.failures.length > 0) await readStore.commit([step])
    logFailures(progress.name, folded)
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
    // Stopped before the end: what is there by now is gone on with.
    if (signal.aborted) return
    for (const { progress, build, folded } of builds) {
      report.goesLive(progress.name)
      await build.goLive()
      await keepFailures(progress, build.position(), folded)
    }
  } finally {
    await Promise.all(builds.map(({ build }) => build.settled()))
  }
}
