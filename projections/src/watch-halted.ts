import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

/** A projection may be resumed by another process, so halted ones are polled. */
const LOOK_EVERY_MS = 1_000

/**
 * Looks at the stored checkpoints of the projections that have halted here, until `signal` aborts. One that an operator has
 * resumed, or whose checkpoint is gone, is no longer halted: `onResumed` is called for it.
 */
export async function watchHalted(
  halted: () => readonly ProjectionState[],
  readStore: Pick<ReadStore, 'checkpoint'>,
  signal: AbortSignal,
  onResumed: () => void,
  lookEveryMs = LOOK_EVERY_MS,
) {
  while (!signal.aborted) {
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
    for (const state of halted()) {
      const checkpoint = await readStore.checkpoint(state.name).catch(() => state.checkpoint)
      // Without a checkpoint it is rebuilt, and may not fail again.
      if (checkpoint?.halted && !checkpoint.halted.resume) continue
      state.isHalted = false
      onResumed()
    }
  }
}
