import type { Collection, Document } from '@shop/language/collection'
import type { Position } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { ReadStore, Write } from '@shop/stores/read-store/read-store'
import { eventsAfter, type Folded, foldEvents, NOTHING, positionBefore, type Source } from './fold.ts'
import { handles } from './projection.ts'
import { checkpointAfter, logFailures, type ProjectionState, skippedBy } from './projection-state.ts'
import { createWorkingSet } from './working-set.ts'

/** A projection with a checkpoint. */
export type Following = ProjectionState & { checkpoint: Checkpoint }
export const isFollowing = (state: ProjectionState): state is Following => state.checkpoint !== undefined

type Move = Readonly<{ state: Following; folded: Folded; writes: readonly Write[]; after: Checkpoint }>

/**
 * Lets all projections that have not halted read a batch of the log. For projections at the same position, documents and position are
 * written in one commit. A projection that halts gets a separate commit, and its position stays before the event that failed.
 */
export async function moveOver(batch: Batch, followers: readonly Following[], readStore: ReadStore, now: Date) {
  const behind = followers.filter(({ isHalted, checkpoint }) => !isHalted && checkpoint.position < batch.upTo)
  for (const [from, states] of Map.groupBy(behind, ({ checkpoint }) => checkpoint.position)) {
    const moves = await Promise.all(states.map((state) => moveOf(state, batch, readStore, now)))
    for (const [to, together] of Map.groupBy(moves, ({ after }) => after.position))
      await commit(readStore, from, to, together)
  }
}

async function moveOf(state: Following, { events, upTo }: Batch, readStore: ReadStore, now: Date): Promise<Move> {
  const { projection, checkpoint } = state
  // The reader starts at the position of the slowest projection. So the other projections get some events that they have already read.
  const news = eventsAfter(events, checkpoint.position)
  const workingSet = createWorkingSet()
  const folded = news.some((event) => handles(projection, event))
    ? await foldEvents(projection, news, workingSet, liveDocuments(projection.into, readStore), skippedBy(state))
    : NOTHING
  const to = folded.haltsAt ? positionBefore(folded.haltsAt, news, checkpoint.position) : upTo
  return { state, folded, writes: workingSet.takeWrites(), after: checkpointAfter(checkpoint, to, folded, now) }
}

async function commit(readStore: ReadStore, from: Position, to: Position, moves: readonly Move[]) {
  const changed = moves.filter(({ writes }) => writes.length > 0)
  const failed = moves.filter(
    ({ state: { checkpoint }, after }) => after.halted !== checkpoint.halted || after.leftOut !== checkpoint.leftOut,
  )
  await readStore.commit({
    projections: moves.map(({ state }) => state.name),
    from,
    to,
    writes: Object.fromEntries(changed.map(({ state, writes }) => [state.name, writes])),
    failures: Object.fromEntries(failed.map(({ state, after: { position, ...failures } }) => [state.name, failures])),
  })
  for (const { state, folded, after } of moves) {
    state.checkpoint = after
    state.isHalted = folded.haltsAt !== undefined
    logFailures(state.name, folded)
  }
}

const liveDocuments = (into: Collection<Document>, readStore: ReadStore): Source => ({
  getMany: async (ids) => [...(await readStore.getMany(into, ids)).values()],
  where: (field, is) => readStore.where(into, field, is),
})
