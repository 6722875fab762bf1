import { logFact } from '@shop/logger/logger'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

/** Reads the stored checkpoints of projections. */
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

/**
 * The stored checkpoint of a projection. Undefined, so that it is rebuilt, if its documents are damaged, or if it is of another log, or of this one before it was
 * restored to a backup.
 */
async function ownCheckpoint(
  { name, hasLogGoneBack }: ProjectionState,
  log: EventReader,
  readStore: Pick<ReadStore, 'checkpoint'>,
): Promise<Checkpoint | undefined> {
  const checkpoint = await readStore.checkpoint(name)
  if (checkpoint?.damaged) return undefined
  if (!checkpoint || (!hasLogGoneBack && (await log.has(checkpoint.position)))) return checkpoint
  const { position } = checkpoint
  logFact('warn', 'A read model is of another log, or of one that was longer: it is built anew', { name, position })
  return undefined
}

/** For a log that went back: what was read of it is built anew, and what has halted may not meet its event again. */
export function beginAnew(state: ProjectionState) {
  state.hasLogGoneBack = true
  state.isHalted = false
}
