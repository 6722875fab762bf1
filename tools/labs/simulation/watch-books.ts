import { createDiscountBook } from '@shop/command-service/books/discount-book'
import { createMoneyBook } from '@shop/command-service/books/money-book'
import { createOrderBook } from '@shop/command-service/books/order-book'
import { createPiecesBook } from '@shop/command-service/books/pieces-book'
import { createStockBook } from '@shop/command-service/books/stock-book'
import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { isOfStock } from '@shop/language/stock/events'
import type { World } from '../../../command-service/src/test-support/create-world.ts'

export type Books = ReturnType<typeof watchBooks>

export function watchBooks(world: World, onWrong: (what: string) => void) {
  const [stock, money, pieces, discounts] = [
    createStockBook(),
    createMoneyBook(),
    createPiecesBook(),
    createDiscountBook(),
  ]
  const orders = createOrderBook()
  const oneOrder = watchPurchases()
  world.watch((stored) => {
    const event = stored as Recorded<ShopEvent>
    const booked = isOfStock(event) ? stock.take(event) : money.take(event)
    const rest = [pieces.take, discounts.take, oneOrder].flatMap((take) => take(event))
    for (const what of [...booked, ...rest]) onWrong(`${event.type} in ${event.stream}: ${what}`)
    for (const { event: of, what } of orders.take(event, THIS)) onWrong(`${of.type} in ${of.stream}: ${what}`)
  })
  return {
    stock,
    money,
    pieces,
    discounts,
    orders,
    close() {
      for (const book of [money, pieces, discounts, orders]) book.close()
    },
  }
}

const THIS = { release: 'this one', isEarlier: false }

/** The checkouts of one cart become at most one order (reliability R5: one purchase, one order). */
function watchPurchases() {
  const purchases = new Map<string, string>()
  const bought = new Map<string, string>()
  return ({ type, data }: Recorded<ShopEvent>): readonly string[] => {
    if (type === 'PurchaseJoined') purchases.set(data.checkoutId, data.purchaseId)
    if (type !== 'OrderPlaced') return []
    const purchase = purchases.get(data.orderId) ?? data.orderId
    const before = bought.get(purchase)
    bought.set(purchase, data.orderId)
    return before ? [`${before} was ordered for the same cart`] : []
  }
}
