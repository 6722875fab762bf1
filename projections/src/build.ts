import type { Position, Recorded } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { Stage } from '@shop/stores/read-store/read-store'
import { type Folded, fold, idsAsked, type Planned, plan, positionBefore } from './fold.ts'
import type { AnyProjection } from './projection.ts'
import { createWorkingSet } from './working-set.ts'

export type BuildLimits = Readonly<{
  /** Documents kept in memory, besides those of the current batch and of two pieces. */
  kept: number
  /** Changed documents that are written together. */
  piece: number
  /** Events after which the stage's position moves, even if they have changed few documents. */
  events: number
}>
export type Build = ReturnType<typeof createBuild>

/**
 * One projection's documents, folded into a stage piece by piece: a document with many events is written once a
 * piece, and most events concern one that was changed recently and is still in memory.
 */
export function createBuild(projection: AnyProjection, stage: Stage, limits: BuildLimits) {
  const workingSet = createWorkingSet()
  /** The position that was folded; the stage's is behind it. */
  let position = stage.position()
  let eventsSinceWrite = 0
  let writing: Promise<void> = Promise.resolve()
  /** Documents that are being written must not be read from the stage. */
  let beingWritten: ReadonlySet<string> = new Set()
  let halted = false

  async function load(planned: readonly Planned[]) {
    const ids = [...idsAsked(planned)].filter((id) => !workingSet.has(id))
    if (ids.length > 0) {
      for (const document of await stage.getMany(ids)) workingSet.learn(document._id, document)
      for (const id of ids) workingSet.learn(id, undefined)
    }
    for (const change of planned.flatMap(({ changes }) => changes))
      if ('where' in change)
        for (const document of await stage.where(change.where.field, change.where.is))
          workingSet.learn(document._id, document)
  }

  /** Starts writing the changed documents once the previous write has ended. */
  async function write() {
    await writing
    eventsSinceWrite = 0
    const writes = workingSet.takeWrites()
    beingWritten = new Set(writes.map(({ id }) => id))
    writing = stage.write(writes, position)
    // A failure is thrown to the next one who awaits it.
    writing.catch(() => {})
  }

  return {
    /** The position of the last batch. */
    position: () => position,
    hasHalted: () => halted,
    documentsHeld: workingSet.size,

    /** Folds the new events of a batch. Returns the events that have failed. */
    async take({ events, upTo }: Batch): Promise<Folded> {
      if (halted || upTo <= position) return NOTHING
      const news = after(events, position)
      const planned = plan(projection, news)
      await load(planned)
      const folded = fold(projection, workingSet, planned)
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

    /** Resolves when nothing is being written. */
    settled: () => writing.catch(() => {}),
  }
}

const NOTHING: Folded = { failures: [] }

const after = (events: readonly Recorded[], position: Position) =>
  events[0] === undefined || events[0].position > position
    ? events
    : events.filter((event) => event.position > position)
