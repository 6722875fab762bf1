import type { Position } from '../events/event.ts'
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
export async function followPosition(readStore: ReadStore, projections: readonly string[]): Promise<FollowedPosition> {
  const checkpoints = new Map<string, Position>()
  const behindSinceMs = new Map<string, number>()
  const looking = new Set<() => void>()

  readStore.onCommit((steps) => {
    for (const { projection, to } of steps) checkpoints.set(projection, to)
    noteWhoIsBehind()
    for (const look of looking) look()
  })
  for (const projection of projections) {
    const checkpoint = await readStore.checkpoint(projection)
    // A commit may have told something newer meanwhile.
    if (checkpoint !== undefined && !checkpoints.has(projection)) checkpoints.set(projection, checkpoint)
  }

  function noteWhoIsBehind() {
    const newest = positions().at(-1) ?? ''
    for (const projection of projections)
      if ((checkpoints.get(projection) ?? '') === newest) behindSinceMs.delete(projection)
      else if (!behindSinceMs.has(projection)) behindSinceMs.set(projection, performance.now())
  }

  const isLeftBehind = (projection: string) =>
    performance.now() - (behindSinceMs.get(projection) ?? Number.POSITIVE_INFINITY) > LEFT_BEHIND_AFTER_MS

  const positions = () => [...checkpoints].flatMap(([name, at]) => (projections.includes(name) ? [at] : [])).toSorted()

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
