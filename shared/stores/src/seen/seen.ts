import type { Position } from '@shop/language/events/event'
import type { Belonging } from '../key-store/key-store.ts'

export type Seen = Readonly<{
  /** Positions up to which the store has read the shop's log. Each begins with the log's name. */
  positions: readonly Position[]
  /** Whether the store holds data of a shop. */
  isUsed: boolean
  /** Only for a key store that already belongs to a log. */
  belonging?: Belonging | undefined
}>

export const NOTHING_SEEN: Seen = { positions: [], isUsed: false }

/** Leaves out checkpoints at the start of a log. */
export function seenUpTo(positions: readonly Position[]): Seen {
  const seen = positions.filter((position) => position !== '')
  return { positions: seen, isUsed: seen.length > 0 }
}
