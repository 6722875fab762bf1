import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { ProjectionState } from './projection-state.ts'

/** Calls `onFound` when documents of a projection were found damaged: its checkpoint says so, so that it is built anew. Until `signal` aborts. */
export function watchDamaged(
  all: readonly ProjectionState[],
  readStore: Pick<ReadStore, 'onCommit'>,
  signal: AbortSignal,
  onFound: () => void,
) {
  const stop = readStore.onCommit((steps) => {
    const damaged = new Set<string>(steps.filter((step) => step.damaged).map(({ projection }) => projection))
    // One that had halted may not fail again at its event.
    for (const state of all) if (damaged.has(state.name)) state.isHalted = false
    if (damaged.size > 0) onFound()
  })
  signal.addEventListener('abort', stop, { once: true })
}
