import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

/** A projection may be resumed by another process, so halted ones are polled. */
const LOOK_EVERY_MS = 1_000

type Watched = Readonly<{
  all: readonly ProjectionState[]
  /** Those of them that run here. */
  isOurs: (state: ProjectionState) => boolean
  readStore: Pick<ReadStore, 'checkpoint' | 'onCommit'>
}>

/**
 * Calls `onChange`, until `signal` aborts, for what others have noted in the checkpoints: that an operator has resumed a halted projection, that
 * its checkpoint is gone, or that documents were found damaged, so that they are built anew. Such a projection is no longer halted.
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
      // Without a checkpoint it is rebuilt, and may not fail again.
      if (!checkpoint?.halted || checkpoint.halted.resume) goOn(state)
    }
  }
  stop()
}
