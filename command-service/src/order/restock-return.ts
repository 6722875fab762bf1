import type { PricedItem } from '@shop/language/events/bought'
import { orderStream } from '@shop/language/events/order-events'
import { stockStream } from '@shop/language/events/stock-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { piecesByProduct } from '../checkout/hold-stock.ts'
import { recallCheckout } from '../checkout/load-checkout.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { loadAnyOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'
import { returnedLines } from './returned-lines.ts'
import { settleOrder } from './settle-order.ts'

type Wanted = Readonly<{ orderId: string; returnId: string }>

/**
 * Puts the pieces of a received return that can be sold again back into the stock they were taken from, once: not those that had come
 * back when the order was cancelled, before an admin set it on its way again (decisions S5).
 */
export async function restockReturn(
  commands: CommandHandler,
  { orderId, returnId }: Wanted,
  metadata: CommandMetadata,
) {
  const order = await loadAnyOrder(commands, orderId)
  const receipt = order.returns.find((one) => one.returnId === returnId)
  // It is noted last of all: then its pieces are back, and stay back once.
  if (!receipt?.received || order.restocked.includes(returnId)) return
  const cameBack = order.caseOpened && !order.earlierReturns.includes(returnId)
  const again = (cameBack ? [] : receipt.received)
    .filter(({ restocked }) => restocked > 0)
    .map(({ line, restocked }) => ({ ...order.facts.items[line]!, quantity: restocked }))
  await giveBack(commands, { order, returnId, pieces: again, before: receipt.receivedAt }, metadata)
  const note = { type: 'NoteRestocked', returnId } as const
  await commands.ensure(orderDecider, orderStream(orderId), note, onceOnly(metadata, 'restocked', orderId, returnId))
}

type Given = Readonly<{
  order: Order
  /** Pieces return once under it. */
  returnId: string
  pieces: readonly PricedItem[]
  /** Only what was received before this moment came back earlier; undefined: all that was received. */
  before?: string | undefined
}>

/** Returns pieces of an order to the lines of stock that they came from (decisions S1b). */
export async function giveBack(
  commands: CommandHandler,
  { order, returnId, pieces, before }: Given,
  metadata: CommandMetadata,
) {
  if (pieces.length === 0) return
  const { orderId } = order.facts
  const { taken } = await settleOrder(commands, await recallCheckout(commands, orderId), metadata)
  for (const [productId, ofProduct] of piecesByProduct(pieces)) {
    const known = ofProduct.map((line) => ({ ...line, returned: restockedOf(order, { ...line, productId }, before) }))
    const lines = returnedLines(taken, productId, known)
    const once = onceOnly(metadata, 'return', returnId, productId)
    const back = { type: 'Return', productId, orderId, returnId, lines } as const
    await commands.ensure(stockDecider, stockStream(productId), back, once)
  }
}

/** How many pieces of a product, size and colour have come back into stock with returns. */
function restockedOf(
  { facts, returns }: Order,
  { productId, size, color }: Pick<PricedItem, 'productId' | 'size' | 'color'>,
  before: string | undefined,
) {
  const isIt = (line: number) => {
    const item = facts.items[line]
    return item?.productId === productId && item.size === size && item.color === color
  }
  return returns
    .filter(({ receivedAt }) => receivedAt !== undefined && (before === undefined || receivedAt < before))
    .flatMap(({ received = [] }) => received)
    .reduce((sum, { line, restocked }) => (isIt(line) ? sum + restocked : sum), 0)
}
