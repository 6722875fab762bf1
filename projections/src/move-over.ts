import type { Position } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { Checkpoint, Failures } from '@shop/stores/read-store/checkpoint'
import type { ReadStore, Write } from '@shop/stores/read-store/read-store'
import { failuresAfter, logFailures } from './failure.ts'
import { eventsAfter, type Folded, fold, NOTHING, type Plan, planOf, positionAfter } from './fold.ts'
import type { ProjectionState } from './projection-state.ts'

export type Following = ProjectionState & { checkpoint: Checkpoint }
export const isFollowing = (state: ProjectionState): state is Following => state.checkpoint !== undefined

/** `failures` is absent if the projection's failures stay as they are. */
type Move = Readonly<{ to: Position; folded: Folded; writes: readonly Write[]; failures?: Failures }>
/** Has no entry for a projection that the batch does not change. */
type Moves = ReadonlyMap<Following, Move>

/**
 * Lets all projections that have not halted read a batch of the log. Projections at the same position share one read and one commit. A
 * projection that halts leaves them: its position stays before the failed event.
 */
export async function moveOver(batch: Batch, followers: readonly Following[], readStore: ReadStore, now: Date) {
  const behind = followers.filter(({ isHalted, checkpoint }) => !isHalted && checkpoint.position < batch.upTo)
  for (const [from, states] of Map.groupBy(behind, ({ checkpoint }) => checkpoint.position)) {
    // The batch starts at the slowest projection, so faster projections have already read some of its events.
    const news = { ...batch, events: eventsAfter(batch.events, from) }
    const moves = await movesOver(news, states, readStore, now)
    const together = new Set(states)
    for (const [state, { folded, to }] of moves)
      if (folded.haltsAt && together.delete(state)) await commit(readStore, [state], from, to, moves)
    if (together.size > 0) await commit(readStore, [...together], from, batch.upTo, moves)
  }
}

async function movesOver(batch: Batch, states: readonly Following[], readStore: ReadStore, now: Date): Promise<Moves> {
  const plans = new Map<Following, Plan | undefined>()
  for (const state of states) {
    const plan = planOf(state.projection, batch.events)
    if (plan || state.checkpoint.halted) plans.set(state, plan)
  }
  const wanted = Array.from(plans.values(), (plan) => plan?.wanted ?? []).flat()
  const found = wanted.length > 0 ? await readStore.readAll(wanted) : []
  const moves = new Map<Following, Move>()
  for (const [state, plan] of plans) {
    const { halted, position } = state.checkpoint
    const skipped = halted?.resume === 'skip' ? halted.event.id : undefined
    const folded = plan ? fold(plan, plan.wanted && found[wanted.indexOf(plan.wanted)], skipped) : NOTHING
    const to = positionAfter(folded, batch, position)
    const hasNews = halted !== undefined || folded.failures.length > 0
    const failures = hasNews && { failures: failuresAfter(state.checkpoint, to, folded, now) }
    moves.set(state, { to, folded, writes: plan?.workingSet.takeWrites() ?? [], ...failures })
  }
  return moves
}

async function commit(readStore: ReadStore, states: readonly Following[], from: Position, to: Position, moves: Moves) {
  const writes: Record<string, readonly Write[]> = {}
  const failures: Record<string, Failures> = {}
  for (const state of states) {
    const move = moves.get(state)
    if (move && move.writes.length > 0) writes[state.name] = move.writes
    if (move?.failures) failures[state.name] = move.failures
  }
  await readStore.commit({ projections: states.map(({ name }) => name), from, to, writes, failures })
  for (const state of states) {
    const move = moves.get(state)
    state.checkpoint = { ...(move?.failures ?? state.checkpoint), position: to }
    if (!move?.failures) continue
    state.isHalted = move.folded.haltsAt !== undefined
    logFailures(state.name, move.folded)
  }
}
