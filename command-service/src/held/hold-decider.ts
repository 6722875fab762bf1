import { ShopError } from '@shop/language/errors'
import { HoldCounted, type HoldEvent } from '@shop/language/hold/events'
import { Map as PersistentMap } from 'immutable'
import type { Decider } from '../handler/decider.ts'

type Counted = Readonly<{ clientKey: string; pieces: number; countedAt: string }>
/** One network's checkouts of one day that may hold pieces, by id. */
export type CountedHolds = PersistentMap<string, Counted>

export type HeldFromHere = Readonly<{ client: number; network: number }>

export type HoldCommand = Readonly<{
  type: 'Count'
  networkKey: string
  clientKey: string
  checkoutId: string
  pieces: number
  countedAt: string
  /** Checkouts that hold no pieces any more, or that `checkoutId` will supersede. */
  over: readonly string[]
  most: HeldFromHere
}>

export const holdDecider: Decider<CountedHolds, HoldCommand, HoldEvent> = {
  initialState: PersistentMap(),

  isGuarded: () => true,

  evolve: (holds, { data: { checkoutId, clientKey, pieces, countedAt, over } }) =>
    holds.deleteAll(over).set(checkoutId, { clientKey, pieces, countedAt }),

  decide({ type: _, most, ...hold }, holds) {
    if (holds.has(hold.checkoutId)) return []
    const before = heldIn(holds.deleteAll(hold.over), hold.clientKey)
    if (before.client + hold.pieces > most.client) throw tooMany('from your connection')
    if (before.network + hold.pieces > most.network) throw tooMany('from your network')
    return [HoldCounted({ ...hold, over: hold.over.filter((id) => holds.has(id)) })]
  },

  sizeOf: ({ size }) => size,

  snapshot: {
    name: 'holds@1',
    write: (holds) => [...holds],
    read: (stored: [string, Counted][]) => PersistentMap(stored),
  },
}

export function heldIn(holds: CountedHolds, clientKey: string): HeldFromHere {
  const sumOf = (counted: CountedHolds) => counted.reduce((sum, { pieces }) => sum + pieces, 0)
  return { client: sumOf(holds.filter((hold) => hold.clientKey === clientKey)), network: sumOf(holds) }
}

const tooMany = (from: string) =>
  new ShopError(
    'OUT_OF_STOCK',
    `Too many unpaid pieces are held ${from}. Pay for an open checkout or cancel it, or try again after its hold has ended`,
  )
