import type { EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

export const readOwnCheckpoints = (
  states: readonly ProjectionState[],
  log: EventReader,
  readStore: Pick<ReadStore, 'checkpoint'>,
) =>
  Promise.all(
    states.map(async (state) => {
      state.checkpoint = await ownCheckpoint(state, log, readStore)
    }),
  )

/** Returns undefined if the projection must be rebuilt. */
async function ownCheckpoint(
  { name, hasLogGoneBack }: ProjectionState,
  log: EventReader,
  readStore: Pick<ReadStore, 'checkpoint'>,
): Promise<Checkpoint | undefined> {
  const checkpoint = await readStore.checkpoint(name)
  if (checkpoint?.damaged) return undefined
  if (!checkpoint || (!hasLogGoneBack && (await log.has(checkpoint.position)))) return checkpoint
  const { position } = checkpoint
  logFact('warn', 'A read model does not belong to this log and is rebuilt', { name, position })
  return undefined
}

/** Marks a projection for a rebuild, because the log has gone back to an earlier state. */
export function markForRebuild(state: ProjectionState) {
  state.hasLogGoneBack = true
  state.isHalted = false
  state.isRefused = false
}
