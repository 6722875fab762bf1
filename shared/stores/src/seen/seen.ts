import type { Position } from '@shop/language/events/event'
import type { Belonging } from '../key-store/key-store.ts'

/** What a store has seen of a log, told without changing anything in it. */
export type Seen = Readonly<{
  /** How far it has read, of each log that it has read; with the log's name, as the shop's positions are. */
  positions: readonly Position[]
  /** It holds something of a shop. */
  isUsed: boolean
  /** Of the keys alone, once they belong to a log. */
  belonging?: Belonging | undefined
}>

export const NOTHING_SEEN: Seen = { positions: [], isUsed: false }

/** What positions alone say: a checkpoint at the start has seen nothing. */
export function seenUpTo(positions: readonly Position[]): Seen {
  const seen = positions.filter((position) => position !== '')
  return { positions: seen, isUsed: seen.length > 0 }
}
