import type { Position } from '@shop/language/events/event'

/**
 * STORAGE FORMAT. `projections`: the sorted names of the projections that share the position, separated by spaces. Each projection is in
 * one entry.
 */
export type SharedPosition = Readonly<{ projections: string; position: Position }>

export const togetherOf = (projections: readonly string[]) => projections.toSorted().join(' ')

export const namesOf = ({ projections }: Pick<SharedPosition, 'projections'>): readonly string[] =>
  projections.split(' ')

export const positionsOf = (all: Iterable<SharedPosition>): ReadonlyMap<string, Position> =>
  new Map(Array.from(all).flatMap((one) => namesOf(one).map((name) => [name, one.position])))

/** The entries to remove and to add, so that these projections share one position. */
export function sharedBy(projections: readonly string[], position: Position, all: Iterable<SharedPosition>) {
  const removed: SharedPosition[] = []
  const added: SharedPosition[] = [{ projections: togetherOf(projections), position }]
  for (const one of all) {
    const names = namesOf(one)
    const staying = names.filter((name) => !projections.includes(name))
    if (staying.length === names.length) continue
    removed.push(one)
    if (staying.length > 0) added.push({ projections: togetherOf(staying), position: one.position })
  }
  return { removed, added }
}
