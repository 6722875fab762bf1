import type { Position } from '@shop/language/events/event'
import type { Belonging } from '../key-store/key-store.ts'

/** How far a store has read the log. Finding this out changes nothing in the store. */
export type Seen = Readonly<{
  /** How far the store has read each log: the shop's positions, which start with the name of their log. */
  positions: readonly Position[]
  /** Whether the store holds data of a shop. */
  isUsed: boolean
  /** Present only for a key store that already belongs to a log. */
  belonging?: Belonging | undefined
}>

export const NOTHING_SEEN: Seen = { positions: [], isUsed: false }

/** How far a store has read, from the positions of its checkpoints. A checkpoint at the start has read nothing. */
export function seenUpTo(positions: readonly Position[]): Seen {
  const seen = positions.filter((position) => position !== '')
  return { positions: seen, isUsed: seen.length > 0 }
}
