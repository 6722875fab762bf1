import type { Position } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { AnyProjection } from '../projection.ts'
import { newProjectionState } from '../projection-state.ts'
import { rebuild } from '../rebuild.ts'
import { type Comparison, compareDocuments } from './compare-documents.ts'

const MOST_LISTED = 5
const NOT_BUILT = 'it is not built yet. The shop builds it at its next start'
const MOVED = 'the shop has changed it meanwhile. Stop the shop, or try again later'

export type Verified = Readonly<{ name: string; position?: Position; halted?: boolean }> &
  (Comparison | Readonly<{ why: string }>)

/**
 * Builds each read model again in an empty store, up to the position of the shop's read model, and compares the documents. Reports no
 * comparison if the shop's read model moves meanwhile.
 */
export async function* verifyModels(
  projections: readonly AnyProjection[],
  log: EventReader,
  shown: ReadStore,
  scratch: ReadStore,
  now: Date,
): AsyncGenerator<Verified> {
  const checkpointOf = async ({ into }: AnyProjection) => [into.name, await shown.checkpoint(into.name)] as const
  const checkpoints = new Map(await Promise.all(projections.map(checkpointOf)))
  const built = Map.groupBy(projections, ({ into }) => checkpoints.get(into.name)?.position)
  for (const [position, group] of built) {
    if (position === undefined || !(await log.has(position))) {
      const why = position === undefined ? NOT_BUILT : 'it does not belong to this log'
      for (const { into } of group) yield { name: into.name, why }
      continue
    }
    await rebuild(group.map(newProjectionState), upTo(log, position), scratch, new AbortController().signal, now)
    for (const { into } of group) {
      const { name } = into
      const comparison = await compareDocuments(
        (id, limit) => shown.documentsAfter(name, id, limit),
        (id, limit) => scratch.documentsAfter(name, id, limit),
        MOST_LISTED,
      )
      const hasMoved = (await shown.checkpoint(name))?.position !== position
      yield {
        name,
        position,
        halted: checkpoints.get(name)?.halted !== undefined,
        ...(hasMoved ? { why: MOVED } : comparison),
      }
    }
  }
}

/** The log as it was when its head was at `end`. */
function upTo(log: EventReader, end: Position): EventReader {
  return {
    ...log,
    head: async () => end,
    async *follow(after, signal, types) {
      for await (const batch of log.follow(after, signal, types)) {
        const isLast = batch.upTo >= end
        const events = isLast ? batch.events.filter(({ position }) => position <= end) : batch.events
        yield isLast ? { events, upTo: end, caughtUp: true } : batch
        if (isLast) return
      }
    },
  }
}
