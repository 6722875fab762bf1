import { START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { ReadStore, Stage } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { type Build, type BuildLimits, createBuild } from './build.ts'
import { type Folded, NOTHING } from './fold.ts'
import { checkpointAfter, logFailures, type ProjectionState } from './projection-state.ts'
import { reportRebuild } from './rebuild-report.ts'

/**
 * The document of an order takes about 6 kB in memory, and other documents are smaller. With these limits and six projections, a rebuild
 * took less than 200 MB.
 */
const LIMITS: BuildLimits = { kept: 10_000, piece: 2_000, events: 50_000 }

type Built = { readonly state: ProjectionState; readonly build: Build; checkpoint?: Checkpoint }

/**
 * Builds the documents of several projections while it reads the log once from the start. The new documents are built beside the old
 * documents. They are written in pieces, and each piece is stored with its position. If this process ends, the next process continues from
 * the last piece. When the new documents are complete, they replace the old documents. The projections then read later events from the
 * position where the rebuild has ended.
 */
export async function rebuild(
  projections: readonly ProjectionState[],
  log: EventReader,
  readStore: ReadStore,
  signal: AbortSignal,
  now: Date,
  limits: BuildLimits = LIMITS,
) {
  const builds: Built[] = []
  for (const state of projections)
    builds.push({ state, build: createBuild(state.projection, await stageOf(state), limits) })
  const report = reportRebuild(
    projections.map(({ name }) => name),
    log,
  )

  async function stageOf({ projection }: ProjectionState): Promise<Stage> {
    const stage = await readStore.stage(projection.into)
    if (await log.has(stage.position())) return stage
    // The log does not have the stage's position, because it is another log or was restored from a backup. So the build starts again.
    await stage.drop()
    return readStore.stage(projection.into)
  }

  /** Logs failures at once. They are stored with the checkpoint when the documents go live. */
  function note(one: Built, folded: Folded) {
    if (folded.failures.length === 0) return
    one.checkpoint = checkpointAfter(one.checkpoint, one.build.position(), folded, now)
    logFailures(one.state.name, folded)
  }

  async function goLive({ state, build, checkpoint }: Built) {
    report.goesLive(state.name)
    await build.goLive()
    state.isHalted = build.hasHalted()
    if (!checkpoint) return
    const { position, ...failures } = checkpointAfter(checkpoint, build.position(), NOTHING, now)
    await readStore.commit(stepOf(state.name, position, position, [], failures))
  }

  try {
    const types = [...new Set(projections.flatMap(({ projection }) => Object.keys(projection.on)))]
    const [from = START] = builds.map(({ build }) => build.position()).toSorted()
    for await (const batch of log.follow(from, signal, types)) {
      await Promise.all(builds.map(async (one) => note(one, await one.build.take(batch))))
      await report.readUpTo(batch.upTo)
      if (batch.caughtUp || builds.every(({ build }) => build.hasHalted())) break
    }
    // The rebuild was stopped before the end of the log. The next rebuild continues from here.
    if (signal.aborted) return
    for (const one of builds) await goLive(one)
  } finally {
    await Promise.all(builds.map(({ build }) => build.settled()))
  }
}
