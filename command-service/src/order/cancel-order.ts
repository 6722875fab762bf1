import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/events/order-events'
import { stockStream } from '@shop/language/events/stock-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { piecesByProduct } from '../checkout/hold-stock.ts'
import { recallCheckout } from '../checkout/load-checkout.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { loadOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import { returnedLines } from './returned-lines.ts'
import { settleOrder } from './settle-order.ts'

/** Returns a cancelled order's stock once, however often it is cancelled, and opens its refund case (decisions S5). */
export async function returnStock(commands: CommandHandler, orderId: string, metadata: CommandMetadata) {
  const order = await loadOrder(commands, orderId).catch((refusal) => {
    // Deleted meanwhile: neither a deletion nor anything after it moves stock.
    if (!isShopError(refusal, 'NOT_FOUND')) throw refusal
  })
  // Its case is opened last of all: then its pieces are back, and stay back once.
  if (order?.status !== 'Cancelled' || order.caseOpened) return
  const { taken } = await settleOrder(commands, await recallCheckout(commands, orderId), metadata)
  for (const [productId, pieces] of piecesByProduct(order.facts.items)) {
    const lines = returnedLines(taken, productId, pieces)
    const giveBack = { type: 'Return', productId, orderId, returnId: orderId, lines } as const
    const once = onceOnly(metadata, 'return', orderId, productId)
    await commands.ensure(stockDecider, stockStream(productId), giveBack, once)
  }
  const openCase = { type: 'OpenRefundCase' } as const
  await commands.ensure(orderDecider, orderStream(orderId), openCase, onceOnly(metadata, 'refund case', orderId))
}
