import type { PricedItem } from '@shop/language/events/bought'
import { orderStream } from '@shop/language/order/events'
import { type Pieces, type ProductPieces, stockStream } from '@shop/language/stock/events'
import { isSameLine } from '@shop/language/stock/pieces-left'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { forEachProduct, piecesByProduct } from '../checkout/hold-stock.ts'
import { recallCheckout } from '../checkout/load-checkout.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { loadAnyOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'
import { returnedLines } from './returned-lines.ts'
import { settleHold } from './settle-hold.ts'
import { settleOrder } from './settle-order.ts'
import { isBack, type MoveBack, type StockMove } from './stock-moves.ts'

/**
 * A repeat changes nothing. If an earlier version of the shop cancelled the order and opened no refund case, opens the case (decisions S5).
 */
export async function putBack(commands: CommandHandler, orderId: string, metadata: CommandMetadata) {
  const order = await loadAnyOrder(commands, orderId)
  const stream = orderStream(orderId)
  for (const move of order.moves.filter(isBack).filter(({ isDone }) => !isDone)) {
    await giveBack(commands, order, move, metadata)
    const note = { type: 'NoteBack', moveId: move.moveId } as const
    await commands.ensure(orderDecider, stream, note, onceOnly(metadata, 'restocked', orderId, move.moveId))
  }
  if (!order.caseOwed || order.deleted) return
  const openCase = { type: 'OpenRefundCase' } as const
  await commands.ensure(orderDecider, stream, openCase, onceOnly(metadata, 'refund case', orderId))
}

/** See decisions S1b (stock by size and color). */
async function giveBack(commands: CommandHandler, order: Order, move: MoveBack, metadata: CommandMetadata) {
  const { orderId } = order.facts
  const pieces = itemsOf(order, move)
  if (pieces.length === 0) return
  const { taken } = await settleOrder(commands, await recallCheckout(commands, orderId), metadata)
  const earlier = order.moves.slice(0, order.moves.indexOf(move))
  // Pieces that were reserved for the order must leave stock before they can come back.
  for (const { holdId } of earlier.flatMap((one) => (isBack(one) ? [] : [one])))
    await settleHold(commands, order, { holdId, as: 'Take' }, metadata)
  await forEachProduct(pieces, async (productId, ofProduct) => {
    const out = earlier.reduce<readonly ProductPieces[]>((now, one) => outAfter(now, one, order, productId), taken)
    const lines = returnedLines(out, productId, ofProduct)
    const once = onceOnly(metadata, 'return', move.moveId, productId)
    const back = { type: 'Return', productId, orderId, returnId: move.moveId, lines } as const
    await commands.ensure(stockDecider, stockStream(productId), back, once)
  })
}

/** The pieces that the order has after `move`, by line of stock. */
function outAfter(out: readonly ProductPieces[], move: StockMove, order: Order, productId: string) {
  if (!isBack(move)) return [...out, ...move.lines]
  const back = piecesByProduct(itemsOf(order, move)).get(productId)
  if (!back) return out
  return without(out, productId, returnedLines(out, productId, back))
}

function without(out: readonly ProductPieces[], productId: string, back: readonly Pieces[]): readonly ProductPieces[] {
  const left = new Map(back.map((line) => [line, line.quantity]))
  return out.map((line) => {
    const gone = line.productId === productId && back.find((one) => isSameLine(one, line))
    if (!gone) return line
    const taken = Math.min(line.quantity, left.get(gone) ?? 0)
    left.set(gone, (left.get(gone) ?? 0) - taken)
    return { ...line, quantity: line.quantity - taken }
  })
}

const itemsOf = ({ facts }: Order, { pieces }: MoveBack): readonly PricedItem[] =>
  pieces.map(({ line, quantity }) => ({ ...facts.items[line]!, quantity }))
