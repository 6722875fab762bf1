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
 * The stored checkpoint of a projection. Undefined, so that it is rebuilt, if its documents are damaged or the checkpoint belongs to
 * another log, or to this one before a backup was restored.
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
  logFact('warn', 'A read model belongs to another or a longer log: it is rebuilt', { name, position })
  return undefined
}

/** For a log that went back to an earlier state: the documents are rebuilt. A halted projection may not meet its failing event again. */
export function beginAnew(state: ProjectionState) {
  state.hasLogGoneBack = true
  state.isHalted = false
}
