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
import type { Decider } from '../decider.ts'

/** `reserved` is by hold: a checkout's id, with `~n` behind it when it holds anew; `counts` tells how often somebody counted or adjusted. */
export type Stock = Readonly<{ onHand: number; reserved: ReadonlyMap<string, number>; counts: number }>

export type StockCommand =
  | { type: 'Count'; productId: string; available: number }
  /** `seenCounts` is how often it had been counted when the admin looked (decisions S4). */
  | { type: 'Adjust'; productId: string; difference: number; seenCounts: number }
  | { type: 'Reserve'; productId: string; checkoutId: string; quantity: number }
  | { type: 'Release'; productId: string; checkoutId: string }
  | { type: 'Take'; productId: string; checkoutId: string }
  | { type: 'Return'; productId: string; orderId: string; quantity: number }

/** On hand less reserved: what a shopper may still have (decisions S1). */
export const availableOf = ({ onHand, reserved }: Stock) =>
  [...reserved.values()].reduce((left, quantity) => left - quantity, onHand)

export const stockDecider: Decider<Stock, StockCommand, StockEvent> = {
  initialState: { onHand: 0, reserved: new Map(), counts: 0 },

  evolve(stock, { type, data }) {
    switch (type) {
      case 'StockCounted':
        return { ...stock, onHand: data.available + stock.onHand - availableOf(stock), counts: stock.counts + 1 }
      case 'StockAdjusted':
        return { ...stock, onHand: stock.onHand + data.difference, counts: stock.counts + 1 }
      case 'StockReserved':
        return { ...stock, reserved: new Map(stock.reserved).set(data.checkoutId, data.quantity) }
      case 'ReservationReleased':
        return { ...stock, reserved: without(stock.reserved, data.checkoutId) }
      case 'StockTaken':
        return { ...stock, onHand: stock.onHand - data.quantity, reserved: without(stock.reserved, data.checkoutId) }
      case 'StockReturned':
        return { ...stock, onHand: stock.onHand + data.quantity }
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
        if (stock.reserved.has(checkoutId)) return []
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
      case 'Return':
        return [StockReturned({ productId, orderId: command.orderId, quantity: command.quantity })]
    }
  },
}

/** The one refusal for too few pieces, in a cart and at checkout alike (decisions S2). */
export const outOfStock = (productId: string, left: number) =>
  new ShopError('OUT_OF_STOCK', left > 0 ? `Only ${left} left` : 'Sold out', { details: { productId, left } })

function without(reserved: Stock['reserved'], checkoutId: string) {
  const rest = new Map(reserved)
  rest.delete(checkoutId)
  return rest
}
