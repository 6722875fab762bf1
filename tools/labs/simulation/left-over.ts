import type { createMoneyBook } from '@shop/command-service/books/money-book'
import type { createPiecesBook } from '@shop/command-service/books/pieces-book'
import type { createStockBook } from '@shop/command-service/books/stock-book'
import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import type { World } from '../../../command-service/src/test-support/create-world.ts'

/** What must not be once nothing is under way: held pieces, money without an end, money that only the provider knows. */
export function leftOver(
  { bank, events }: World,
  money: ReturnType<typeof createMoneyBook>,
  stock: ReturnType<typeof createStockBook>,
  pieces: ReturnType<typeof createPiecesBook>,
): string | undefined {
  const [lying] = money.unfinished()
  if (lying) return `${lying.captureId} of ${lying.checkoutId} is ${lying.state}, and nothing is under way`
  const [untaken] = pieces.untaken()
  if (untaken)
    return `${untaken.taken} of ${untaken.ordered} of ${untaken.productId} left the stock for ${untaken.orderId}`
  if (stock.reserved() > 0) return `${stock.reserved()} pieces stay reserved, and nothing is under way`
  const all = events as unknown as Recorded<ShopEvent>[]
  const known = new Set(all.flatMap(({ data }) => ('captureId' in data && data.captureId ? [data.captureId] : [])))
  const told = new Set(all.flatMap(({ data }) => ('providerOrderId' in data ? [data.providerOrderId] : [])))
  const refunded = new Set(all.flatMap(({ type, data }) => (type === 'PaymentRefunded' ? [data.captureId] : [])))
  for (const { id, customId, captureId, captureStatus, refundId } of bank.orders.values()) {
    // What an older client never reported is known to the provider alone.
    if (!captureId || captureStatus !== 'COMPLETED' || (customId === undefined && !told.has(id))) continue
    if (!known.has(captureId)) return `The provider has taken ${captureId}, and the shop does not know it`
    if (refundId !== undefined && !refunded.has(captureId))
      return `${captureId} was refunded, and the shop does not know it`
  }
  return undefined
}
