import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/events/order-events'
import { piecesOut } from '@shop/language/order-pieces'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { loadOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import { giveBack } from './restock-return.ts'

/**
 * Returns a cancelled order's stock once, however often it is cancelled, and opens its refund case (decisions S5). Pieces that came
 * back with a return, or are to, come back with it alone.
 */
export async function returnStock(commands: CommandHandler, orderId: string, metadata: CommandMetadata) {
  const order = await loadOrder(commands, orderId).catch((refusal) => {
    // Deleted meanwhile: neither a deletion nor anything after it moves stock.
    if (!isShopError(refusal, 'NOT_FOUND')) throw refusal
  })
  // Its case is opened last of all: then its pieces are back, and stay back once.
  if (order?.status !== 'Cancelled' || order.caseOpened) return
  const pieces = order.facts.items
    .map((item, line) => ({ ...item, quantity: piecesOut(order, item, line) }))
    .filter(({ quantity }) => quantity > 0)
  await giveBack(commands, { order, returnId: orderId, pieces }, metadata)
  const openCase = { type: 'OpenRefundCase' } as const
  await commands.ensure(orderDecider, orderStream(orderId), openCase, onceOnly(metadata, 'refund case', orderId))
}
