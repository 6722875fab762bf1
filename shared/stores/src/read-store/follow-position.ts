import type { Position } from '@shop/language/events/event'
import { knownCheckpoints } from './known-checkpoints.ts'
import type { ReadStore } from './read-store.ts'

/** A projection that stands still for so long while the others go on has halted: nobody waits for it. */
const LEFT_BEHIND_AFTER_MS = 5000

export type FollowedPosition = Readonly<{
  /** What happened up to here every one of the projections shows; undefined until each was built once. */
  now: () => Position | undefined
  /** The position once it is past `after`, or what it is after `timeoutMs`. */
  past: (after: Position, timeoutMs: number) => Promise<Position | undefined>
}>

/**
 * How far read models that another process writes have come, as far as this process has been told. Who keeps their
 * documents in memory listens to the read store before this does, and so is never behind what this says.
 */
export function followPosition(readStore: ReadStore, projections: readonly string[]): FollowedPosition {
  const behindSinceMs = new Map<string, number>()
  const looking = new Set<() => void>()
  const checkpoints = knownCheckpoints(readStore, projections, () => {
    noteWhoIsBehind()
    for (const look of looking) look()
  })

  function noteWhoIsBehind() {
    const newest = [...checkpoints.values()].toSorted().at(-1) ?? ''
    for (const projection of projections)
      if ((checkpoints.get(projection) ?? '') === newest) behindSinceMs.delete(projection)
      else if (!behindSinceMs.has(projection)) behindSinceMs.set(projection, performance.now())
  }

  const isLeftBehind = (projection: string) =>
    performance.now() - (behindSinceMs.get(projection) ?? Number.POSITIVE_INFINITY) > LEFT_BEHIND_AFTER_MS

  function now() {
    if (projections.some((projection) => !checkpoints.has(projection))) return undefined
    const counted = projections.filter((projection) => !isLeftBehind(projection))
    return counted.map((projection) => checkpoints.get(projection) ?? '').toSorted()[0]
  }

  async function past(after: Position, timeoutMs: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if ((now() ?? '') > after) resolve()
    }
    const timer = setTimeout(resolve, timeoutMs)
    looking.add(look)
    look()
    await promise
    clearTimeout(timer)
    looking.delete(look)
    return now()
  }

  return { now, past }
}
