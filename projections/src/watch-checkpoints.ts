import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

/** An operator may resume a halted projection from another process. So the checkpoints of halted projections are read this often. */
const LOOK_EVERY_MS = 1_000

type Watched = Readonly<{
  all: readonly ProjectionState[]
  /** Whether this process runs a projection. */
  isOurs: (state: ProjectionState) => boolean
  readStore: Pick<ReadStore, 'checkpoint' | 'onCommit'>
}>

/**
 * Until `signal` aborts, calls `onChange` when a checkpoint was changed from outside. An operator has resumed a halted projection, the
 * checkpoint was removed, or the documents were found damaged and must be rebuilt. Such a projection is no longer halted.
 */
export async function watchCheckpoints(
  { all, isOurs, readStore }: Watched,
  signal: AbortSignal,
  onChange: () => void,
  lookEveryMs = LOOK_EVERY_MS,
) {
  function goOn(state: ProjectionState) {
    state.isHalted = false
    onChange()
  }
  const stop = readStore.onCommit(({ failures = {} }) =>
    all.filter(({ name }) => failures[name]?.damaged).forEach(goOn),
  )
  while (!signal.aborted) {
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
    for (const state of all.filter((one) => one.isHalted && isOurs(one))) {
      const checkpoint = await readStore.checkpoint(state.name).catch(() => state.checkpoint)
      // A projection without a checkpoint is rebuilt, and may not fail again.
      if (!checkpoint?.halted || checkpoint.halted.resume) goOn(state)
    }
  }
  stop()
}
