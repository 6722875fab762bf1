import { START } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { Stage } from '@shop/stores/read-store/read-store'
import { eventsAfter, type Folded, fold, NOTHING, planOf, positionAfter } from './fold.ts'
import type { AnyProjection } from './projection.ts'
import { createWorkingSet } from './working-set.ts'

export type BuildLimits = Readonly<{
  /** The number of documents that stay in memory between batches. Changed documents that are not written yet always stay. */
  kept: number
  piece: number
  /** After this many events, the position is written even if few documents changed. */
  events: number
}>
export type Build = ReturnType<typeof createBuild>

/**
 * Folds the documents of one projection into a stage, the store's place for the new documents of a rebuild. A document that many events
 * change between two writes is written only once.
 */
export function createBuild(projection: AnyProjection, stage: Stage, limits: BuildLimits) {
  const workingSet = createWorkingSet([], stage.position() === START)
  /** Events up to this position are folded. The stage's own position can be earlier. */
  let position = stage.position()
  let eventsSinceWrite = 0
  let writing: Promise<void> = Promise.resolve()
  /** These documents stay in memory, because the stage does not have their new state yet. */
  let beingWritten: ReadonlySet<string> = new Set()
  let halted = false
  let unchanged: Pick<Map<string, unknown>, 'delete'> | undefined

  async function write() {
    await writing
    eventsSinceWrite = 0
    beingWritten = new Set(workingSet.touched.keys())
    for (const id of beingWritten) unchanged?.delete(id)
    writing = stage.write(workingSet.takeWrites(), position)
    // The next code that awaits `writing` gets the error. Without this line, Node would report the rejection as unhandled.
    writing.catch(() => {})
  }

  async function flush() {
    await write()
    await writing
  }

  return {
    position: () => position,
    hasHalted: () => halted,
    documentsHeld: () => workingSet.documents.size,

    async take(batch: Batch): Promise<Folded> {
      if (halted || batch.upTo <= position) return NOTHING
      const news = { ...batch, events: eventsAfter(batch.events, position) }
      const plan = planOf(projection, news.events, workingSet)
      const folded = plan ? fold(plan, plan.wanted && (await stage.read(plan.wanted))) : NOTHING
      halted = folded.haltsAt !== undefined
      position = positionAfter(folded, news, position)
      eventsSinceWrite += news.events.length
      if (workingSet.touched.size >= limits.piece || eventsSinceWrite >= limits.events) await write()
      workingSet.shrinkTo(limits.kept, (id) => beingWritten.has(id))
      return folded
    },

    flush,
    /** Call this after `flush`. A document that later events change is removed from `documents` when it is written. */
    removeChanged(documents: Map<string, unknown>) {
      unchanged = documents
    },

    async goLive() {
      await flush()
      await stage.goLive()
    },

    settled: () => writing.catch(() => {}),
  }
}
