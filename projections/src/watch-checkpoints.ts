import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

const LOOK_EVERY_MS = 1_000

/** Reads the stored checkpoints of `states`. A projection without a usable checkpoint gets none, and must be rebuilt. */
export const readCheckpoints = (
  states: readonly ProjectionState[],
  log: EventReader,
  readStore: Pick<ReadStore, 'checkpoint'>,
) =>
  Promise.all(
    states.map(async (state) => {
      const { name, hasLogGoneBack } = state
      const checkpoint = await readStore.checkpoint(name)
      const isOfLog = checkpoint && !checkpoint.damaged && !hasLogGoneBack && (await log.has(checkpoint.position))
      state.checkpoint = isOfLog ? checkpoint : undefined
      if (isOfLog || !checkpoint || checkpoint.damaged) return
      const { position } = checkpoint
      logFact('warn', 'A read model does not belong to this log and is rebuilt', { name, position })
    }),
  )

type Watched = Readonly<{
  all: readonly ProjectionState[]
  isOurs: (state: ProjectionState) => boolean
  readStore: Pick<ReadStore, 'checkpoints' | 'onCommit'>
}>

/**
 * Ends a projection's halt and calls `onChange` in three cases: an operator has resumed the projection, its checkpoint was removed, or its
 * documents are damaged or gone. Runs until `signal` aborts.
 */
export async function watchCheckpoints(
  { all, isOurs, readStore }: Watched,
  signal: AbortSignal,
  onChange: () => void,
  lookEveryMs = LOOK_EVERY_MS,
) {
  function clearHalt(state: ProjectionState) {
    state.isHalted = false
    onChange()
  }
  const stop = readStore.onCommit(({ failures = {} }) => {
    for (const state of all) if (failures[state.name]?.damaged) clearHalt(state)
  })
  while (!signal.aborted) {
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
    const stored = await readStore.checkpoints().catch(() => undefined)
    // A projection without a checkpoint is rebuilt.
    if (stored) for (const state of all.filter(isOurs)) if (isOver(state, stored.get(state.name))) clearHalt(state)
  }
  stop()
}

const isOver = ({ isHalted, checkpoint: known }: ProjectionState, stored: Checkpoint | undefined) =>
  isHalted
    ? !stored?.halted || stored.halted.resume || stored.damaged
    : known !== undefined && (!stored || stored.damaged)
