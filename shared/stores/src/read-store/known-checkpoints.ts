import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@shop/language/events/event'
import type { ReadStore } from './read-store.ts'

const PAUSE_MS = 500

/** How far these projections are, as far as this process was told; `moved` is called at every news of it. */
export function knownCheckpoints(
  readStore: ReadStore,
  projections: readonly string[],
  moved: () => void,
): ReadonlyMap<string, Position> {
  const checkpoints = new Map<string, Position>()

  readStore.onCommit((steps) => {
    for (const { projection, to } of steps) if (projections.includes(projection)) checkpoints.set(projection, to)
    moved()
  })
  for (const projection of projections) void read(projection)

  async function read(projection: string): Promise<void> {
    try {
      const checkpoint = await readStore.checkpoint(projection)
      // A commit may have told something newer meanwhile.
      if (checkpoint === undefined || checkpoints.has(projection)) return
      checkpoints.set(projection, checkpoint)
      moved()
    } catch {
      // A server may be away for a while.
      await sleep(PAUSE_MS, undefined, { ref: false })
      if (!checkpoints.has(projection)) return read(projection)
    }
  }

  return checkpoints
}
