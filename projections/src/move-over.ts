import type { Position } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { ReadStore, Write } from '@shop/stores/read-store/read-store'
import { eventsAfter, type Folded, fold, learn, plan, positionBefore, wantedFor } from './fold.ts'
import { checkpointAfter, logFailures, type ProjectionState, skippedBy } from './projection-state.ts'
import { createWorkingSet, type WorkingSet } from './working-set.ts'

export type Following = ProjectionState & { checkpoint: Checkpoint }
export const isFollowing = (state: ProjectionState): state is Following => state.checkpoint !== undefined

type Plan = Readonly<{ state: Following; planned: ReturnType<typeof plan>; workingSet: WorkingSet }>
type Move = Readonly<{ state: Following; folded: Folded; writes: readonly Write[]; after: Checkpoint }>

const EMPTY = createWorkingSet()

/**
 * Lets all projections that have not halted read a batch of the log. Projections at the same position share one read, and usually one
 * commit. If a projection halts, its position stays before the failed event.
 */
export async function moveOver(batch: Batch, followers: readonly Following[], readStore: ReadStore, now: Date) {
  const behind = followers.filter(({ isHalted, checkpoint }) => !isHalted && checkpoint.position < batch.upTo)
  for (const [from, states] of Map.groupBy(behind, ({ checkpoint }) => checkpoint.position)) {
    // The batch starts at the slowest projection, so faster projections have already read some of its events.
    const news = eventsAfter(batch.events, from)
    const plans = states.map((state) => {
      const planned = plan(state.projection, news)
      return { state, planned, workingSet: planned.length > 0 ? createWorkingSet() : EMPTY }
    })
    await readInto(plans, readStore)
    const moves = plans.map((one) => moveOf(one, { ...batch, events: news }, now))
    for (const [to, together] of Map.groupBy(moves, ({ after }) => after.position))
      await commit(readStore, from, to, together)
  }
}

async function readInto(plans: readonly Plan[], readStore: ReadStore) {
  const reads = plans.flatMap(({ state, planned, workingSet }) => {
    const wanted = planned.length > 0 && wantedFor(planned, workingSet)
    return wanted ? [{ workingSet, wanted: { ...wanted, from: state.projection.into } }] : []
  })
  if (reads.length === 0) return
  const found = await readStore.readAll(reads.map(({ wanted }) => wanted))
  for (const [n, { workingSet, wanted }] of reads.entries()) learn(workingSet, wanted, found[n] ?? [])
}

function moveOf({ state, planned, workingSet }: Plan, { events, upTo }: Batch, now: Date): Move {
  const { projection, checkpoint } = state
  const folded = fold(projection, workingSet, planned, skippedBy(state))
  const to = folded.haltsAt ? positionBefore(folded.haltsAt, events, checkpoint.position) : upTo
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
