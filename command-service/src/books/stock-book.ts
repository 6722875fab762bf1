import type { StockEvent } from '@shop/language/events/stock-events'

/** `reserved` has quantities by the id of the hold. */
type Stock = { onHand: number; held: number; readonly reserved: Map<string, number> }

/**
 * The stock of all products, folded without the decider's code, so that a mistake there shows here. Its size is that of the
 * catalogue and the holds that are open.
 */
export function createStockBook() {
  const stocks = new Map<string, Stock>()

  function stockOf(productId: string): Stock {
    const known = stocks.get(productId)
    if (known) return known
    const fresh = { onHand: 0, held: 0, reserved: new Map<string, number>() }
    stocks.set(productId, fresh)
    return fresh
  }

  return {
    /** What is wrong after this event. */
    take(event: StockEvent): readonly string[] {
      const { productId } = event.data
      const stock = stockOf(productId)
      const wrong = book(stock, event)
      const left = stock.onHand - stock.held
      if (left < 0) wrong.push(`${productId} has ${stock.onHand} on hand and ${stock.held} reserved`)
      return wrong
    },
    size: () => stocks.size,
    /** The pieces that are reserved now, over all products. */
    reserved: () => [...stocks.values()].reduce((sum, { held }) => sum + held, 0),
  }
}

function book(stock: Stock, { type, data }: StockEvent): string[] {
  switch (type) {
    case 'StockCounted':
      stock.onHand = data.available + stock.held
      return []
    case 'StockAdjusted':
      stock.onHand += data.difference
      return []
    case 'StockReserved': {
      const isTwice = stock.reserved.has(data.checkoutId)
      endHold(stock, data.checkoutId)
      stock.reserved.set(data.checkoutId, data.quantity)
      stock.held += data.quantity
      return isTwice ? [`${data.productId} is reserved twice for ${data.checkoutId}`] : []
    }
    case 'ReservationReleased':
    case 'StockTaken': {
      const { productId, checkoutId, quantity } = data
      const held = endHold(stock, checkoutId)
      if (type === 'StockTaken') stock.onHand -= quantity
      return held === quantity ? [] : [`${quantity} of ${productId} end a hold of ${held} for ${checkoutId}`]
    }
    case 'StockReturned':
      stock.onHand += data.quantity
      return []
  }
}

/** Returns how many pieces it held. */
function endHold(stock: Stock, holdId: string): number {
  const held = stock.reserved.get(holdId) ?? 0
  stock.reserved.delete(holdId)
  stock.held -= held
  return held
}
