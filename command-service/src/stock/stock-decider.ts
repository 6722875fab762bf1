import { ShopError } from '@shop/language/errors'
import {
  ReservationReleased,
  StockAdjusted,
  StockCounted,
  type StockEvent,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/events/stock-events'
import { Map as PersistentMap } from 'immutable'
import type { Decider } from '../handler/decider.ts'
import { isRecentId, noRecentIds, type RecentIds, sizeOfRecentIds, withRecentId } from '../handler/recent-ids.ts'

/**
 * `reserved` has quantities by the id of the hold: the checkout's id, followed by `~n` for its later holds. `held` is
 * their sum, `counts` how often the stock was counted or adjusted.
 */
export type Stock = Readonly<{
  onHand: number
  held: number
  reserved: PersistentMap<string, number>
  counts: number
  /** Holds that have ended and reserve nothing any more. After they are dropped, the checkout's stream prevents a repeat. */
  over: RecentIds<true>
  /** Orders whose pieces were returned. After they are dropped, the order's open refund case prevents a repeat. */
  returned: RecentIds<true>
}>

export type StockCommand =
  | { type: 'Count'; productId: string; available: number }
  /** `seenCounts` is the value of `counts` in the admin's form (decisions S4). */
  | { type: 'Adjust'; productId: string; difference: number; seenCounts: number }
  | { type: 'Reserve'; productId: string; checkoutId: string; quantity: number }
  | { type: 'Release'; productId: string; checkoutId: string }
  | { type: 'Take'; productId: string; checkoutId: string }
  | { type: 'Return'; productId: string; orderId: string; quantity: number }

/** No late reservation arrives after so many other holds have ended, and no late return after so many other returns. */
const HOLDS_REMEMBERED = 400
const RETURNS_REMEMBERED = 100

/** On hand less reserved: what can still be bought (decisions S1). */
export const availableOf = ({ onHand, held }: Pick<Stock, 'onHand' | 'held'>) => onHand - held

export const stockDecider: Decider<Stock, StockCommand, StockEvent> = {
  initialState: {
    onHand: 0,
    held: 0,
    reserved: PersistentMap(),
    counts: 0,
    over: noRecentIds(),
    returned: noRecentIds(),
  },

  isGuarded: ({ type }) => type === 'Reserve' || type === 'Release' || type === 'Take' || type === 'Return',

  evolve(stock, { type, data }) {
    switch (type) {
      case 'StockCounted':
        return { ...stock, onHand: data.available + stock.held, counts: stock.counts + 1 }
      case 'StockAdjusted':
        return { ...stock, onHand: stock.onHand + data.difference, counts: stock.counts + 1 }
      case 'StockReserved': {
        const held = stock.held - (stock.reserved.get(data.checkoutId) ?? 0) + data.quantity
        return { ...stock, held, reserved: stock.reserved.set(data.checkoutId, data.quantity) }
      }
      case 'ReservationReleased':
        return withoutHold(stock, data.checkoutId)
      case 'StockTaken':
        return { ...withoutHold(stock, data.checkoutId), onHand: stock.onHand - data.quantity }
      case 'StockReturned':
        return {
          ...stock,
          onHand: stock.onHand + data.quantity,
          returned: withRecentId(stock.returned, RETURNS_REMEMBERED, data.orderId, true),
        }
    }
  },

  decide(command, stock) {
    const { productId } = command
    const available = availableOf(stock)
    switch (command.type) {
      case 'Count':
        // A count that confirms what was known is recorded too: a late retry of it must not undo what came after.
        return [StockCounted({ productId, available: command.available })]
      case 'Adjust':
        if (command.difference === 0) return []
        if (command.seenCounts !== stock.counts || available + command.difference < 0)
          throw new ShopError('PRECONDITION_FAILED', `The stock has changed since: ${available} are available now`)
        return [StockAdjusted({ productId, difference: command.difference })]
      case 'Reserve': {
        const { checkoutId, quantity } = command
        if (stock.reserved.has(checkoutId) || isRecentId(stock.over, checkoutId)) return []
        if (quantity > available) throw outOfStock(productId, available)
        return [StockReserved({ productId, checkoutId, quantity })]
      }
      case 'Release': {
        const quantity = stock.reserved.get(command.checkoutId)
        return quantity ? [ReservationReleased({ productId, checkoutId: command.checkoutId, quantity })] : []
      }
      case 'Take': {
        const quantity = stock.reserved.get(command.checkoutId)
        return quantity ? [StockTaken({ productId, checkoutId: command.checkoutId, quantity })] : []
      }
      case 'Return': {
        const { orderId, quantity } = command
        return isRecentId(stock.returned, orderId) ? [] : [StockReturned({ productId, orderId, quantity })]
      }
    }
  },

  sizeOf: ({ reserved, over, returned }) => reserved.size + sizeOfRecentIds(over) + sizeOfRecentIds(returned),

  snapshot: {
    name: 'stock@2',
    write: ({ held, reserved, ...rest }) => ({ ...rest, reserved: [...reserved] }),
    read: ({ reserved, ...rest }: StoredStock) => ({
      ...rest,
      held: reserved.reduce((sum, [, quantity]) => sum + quantity, 0),
      reserved: PersistentMap(reserved),
    }),
  },
}

type StoredStock = Omit<Stock, 'held' | 'reserved'> & { reserved: [string, number][] }

/** The refusal for too little stock, the same in a cart and at checkout (decisions S2). */
export const outOfStock = (productId: string, left: number) =>
  new ShopError('OUT_OF_STOCK', left > 0 ? `Only ${left} left` : 'Sold out', { details: { productId, left } })

const withoutHold = (stock: Stock, holdId: string): Stock => ({
  ...stock,
  held: stock.held - (stock.reserved.get(holdId) ?? 0),
  reserved: stock.reserved.delete(holdId),
  over: withRecentId(stock.over, HOLDS_REMEMBERED, holdId, true),
})
