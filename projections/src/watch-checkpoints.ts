import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

/** The checkpoints of halted projections are read this often, because an operator can resume a projection from another process. */
const LOOK_EVERY_MS = 1_000

type Watched = Readonly<{
  all: readonly ProjectionState[]
  /** Whether this process runs a projection. */
  isOurs: (state: ProjectionState) => boolean
  readStore: Pick<ReadStore, 'checkpoint' | 'onCommit'>
}>

/**
 * Marks projections as no longer halted, and calls `onChange` each time, until `signal` aborts. There are three reasons:
 * - An operator has resumed the halted projection.
 * - The checkpoint of the halted projection was removed.
 * - Documents are damaged and must be rebuilt.
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
  const stop = readStore.onCommit(({ failures = {} }) =>
    all.filter(({ name }) => failures[name]?.damaged).forEach(clearHalt),
  )
  while (!signal.aborted) {
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
    for (const state of all.filter((one) => one.isHalted && isOurs(one))) {
      const checkpoint = await readStore.checkpoint(state.name).catch(() => state.checkpoint)
      // Without a checkpoint the projection is rebuilt. Perhaps the event does not fail this time.
      if (!checkpoint?.halted || checkpoint.halted.resume) clearHalt(state)
    }
  }
  stop()
}
