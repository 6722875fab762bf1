import type { Position } from '@shop/language/events/event'
import { knownCheckpoints } from './known-checkpoints.ts'
import type { ReadStore } from './read-store.ts'

/** Tells whether the read models have come up to a position, at the latest after so long. */
export type Reached = (position: Position, timeoutMs: number) => Promise<boolean>

type Waiting = Readonly<{ position: Position; reached: () => void }>

/**
 * Tells when every one of these projections shows what happened up to a position: at once, or with the commit that
 * brings the last of them there; false after `timeoutMs`. Nobody waits for a projection that has halted.
 */
export function waitUntilReached(
  readStore: ReadStore,
  projections: readonly string[],
  isHalted: (projection: string) => boolean = () => false,
): (position: Position, timeoutMs?: number) => Promise<boolean> {
  const waiting = new Set<Waiting>()
  const checkpoints = knownCheckpoints(readStore, projections, () => {
    for (const one of waiting) if (isReached(one.position)) one.reached()
  })

  const isReached = (position: Position) =>
    projections.every((projection) => (checkpoints.get(projection) ?? '') >= position || isHalted(projection))

  return async (position, timeoutMs = 2000) => {
    if (isReached(position)) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const one = { position, reached: () => resolve(true) }
    waiting.add(one)
    const timer = setTimeout(resolve, timeoutMs, false)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      waiting.delete(one)
    }
  }
}
