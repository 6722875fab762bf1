import { START } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { Stage } from '@shop/stores/read-store/read-store'
import { eventsAfter, type Folded, fold, learn, NOTHING, plan, positionBefore, wantedFor } from './fold.ts'
import type { AnyProjection } from './projection.ts'
import { createWorkingSet } from './working-set.ts'

export type BuildLimits = Readonly<{
  /**
   * The number of documents that stay in memory between batches. Documents that have changed and are not written yet always stay.
   */
  kept: number
  /** When this many documents have changed, they are written together. */
  piece: number
  /** After this many events the stage's position is written, even if only a few documents changed. */
  events: number
}>
export type Build = ReturnType<typeof createBuild>

/**
 * Folds the documents of one projection into a stage: the store's place for the new documents of a rebuild. Writes many changed documents
 * together. Even if many events change a document between two writes, it is written only once. Most events change a document that was also
 * changed shortly before. So this document is still in memory.
 */
export function createBuild(projection: AnyProjection, stage: Stage, limits: BuildLimits) {
  const workingSet = createWorkingSet([], stage.position() === START)
  /** Events up to this position are folded. The stage's own position is the same, or is earlier if documents are not written yet. */
  let position = stage.position()
  let eventsSinceWrite = 0
  let writing: Promise<void> = Promise.resolve()
  /** The ids of documents that are being written. They stay in memory, because the stage does not have their new state yet. */
  let beingWritten: ReadonlySet<string> = new Set()
  let halted = false

  /** Waits until the previous write has ended, and then starts writing the changed documents. */
  async function write() {
    await writing
    eventsSinceWrite = 0
    const writes = workingSet.takeWrites()
    beingWritten = new Set(writes.map(({ id }) => id))
    writing = stage.write(writes, position)
    // The next code that awaits `writing` gets the error. Without this line, Node would report the rejection as unhandled.
    writing.catch(() => {})
  }

  return {
    /** Events up to this position are folded. */
    position: () => position,
    hasHalted: () => halted,
    documentsHeld: workingSet.size,

    /** Folds those events of a batch that are not folded yet. Returns the events that failed. */
    async take({ events, upTo }: Batch): Promise<Folded> {
      if (halted || upTo <= position) return NOTHING
      const news = eventsAfter(events, position)
      const planned = plan(projection, news)
      const wanted = wantedFor(planned, workingSet)
      if (wanted) learn(workingSet, wanted, await stage.read(wanted))
      const folded = fold(projection, workingSet, planned)
      halted = folded.haltsAt !== undefined
      position = folded.haltsAt ? positionBefore(folded.haltsAt, news, position) : upTo
      eventsSinceWrite += news.length
      if (workingSet.touched() >= limits.piece || eventsSinceWrite >= limits.events) await write()
      workingSet.shrinkTo(limits.kept, (id) => beingWritten.has(id))
      return folded
    },

    /** Writes all changed documents, so that the stage is complete at this build's position. */
    async flush() {
      await write()
      await writing
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
