import type { Batch } from '@shop/stores/event-store/event-store'
import type { Stage } from '@shop/stores/read-store/read-store'
import { eventsAfter, type Folded, foldEvents, NOTHING, positionBefore } from './fold.ts'
import type { AnyProjection } from './projection.ts'
import { createWorkingSet } from './working-set.ts'

export type BuildLimits = Readonly<{
  /**
   * How many documents are kept in memory. In addition, the documents of the current batch, of the piece that is being written and of the
   * next piece are in memory.
   */
  kept: number
  /** How many changed documents are written together, as one piece. */
  piece: number
  /** After this many events the stage's position is written, even if only a few documents changed. */
  events: number
}>
export type Build = ReturnType<typeof createBuild>

/**
 * Folds the documents of one projection into a stage, piece by piece. A document that many events change is written once per piece. Most
 * events change a document that was changed recently, so it is still in memory.
 */
export function createBuild(projection: AnyProjection, stage: Stage, limits: BuildLimits) {
  const workingSet = createWorkingSet()
  /** Events up to this position were folded. The stage's position is earlier or the same. */
  let position = stage.position()
  let eventsSinceWrite = 0
  let writing: Promise<void> = Promise.resolve()
  /** Documents that are being written must not be read from the stage. */
  let beingWritten: ReadonlySet<string> = new Set()
  let halted = false

  /** Starts writing the changed documents once the previous write has ended. */
  async function write() {
    await writing
    eventsSinceWrite = 0
    const writes = workingSet.takeWrites()
    beingWritten = new Set(writes.map(({ id }) => id))
    writing = stage.write(writes, position)
    // Prevents an unhandled rejection: the next caller that awaits `writing` gets the error.
    writing.catch(() => {})
  }

  return {
    /** The position of the last batch. */
    position: () => position,
    hasHalted: () => halted,
    documentsHeld: workingSet.size,

    /** Folds the new events of a batch. Returns the events that failed. */
    async take({ events, upTo }: Batch): Promise<Folded> {
      if (halted || upTo <= position) return NOTHING
      const news = eventsAfter(events, position)
      const folded = await foldEvents(projection, news, workingSet, stage)
      halted = folded.haltsAt !== undefined
      position = folded.haltsAt ? positionBefore(folded.haltsAt, news, position) : upTo
      eventsSinceWrite += news.length
      if (workingSet.touched.size >= limits.piece || eventsSinceWrite >= limits.events) await write()
      workingSet.shrinkTo(limits.kept, (id) => beingWritten.has(id))
      return folded
    },

    async goLive() {
      await write()
      await writing
      await stage.goLive()
    },

    /** Resolves when the current write has ended. */
    settled: () => writing.catch(() => {}),
  }
}
