import type { Batch } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { logFailures } from './projection-state.ts'
import { type Following, stepOver } from './step.ts'

/** Moves the documents and checkpoints of all projections that have not halted over a batch of the log, in one commit. */
export async function moveOver(batch: Batch, followers: readonly Following[], readStore: ReadStore, now: Date) {
  const live = followers.filter(({ isHalted }) => !isHalted)
  const steps = await Promise.all(
    live.map(async (state) => {
      const moved = await stepOver(batch, state, readStore, now)
      return moved && { state, ...moved }
    }),
  )
  const moves = steps.filter((move) => move !== undefined)
  if (moves.length > 0) await readStore.commit(moves.map(({ step }) => step))
  for (const { state, step, folded } of moves) {
    const { projection, from, to: position, writes, ...failures } = step
    state.checkpoint = { position, ...failures }
    state.isHalted = folded.haltsAt !== undefined
    logFailures(projection, folded)
  }
}
