import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/events/order-events'
import { type ProductPieces, stockStream } from '@shop/language/events/stock-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { namedRefusal, piecesByProduct } from '../checkout/hold-stock.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import { valueOfRecentId } from '../handler/recent-ids.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { requireSeen } from './changed-since.ts'
import { canUndo, type Reserved, type Undone } from './decide-pieces.ts'
import { loadAnyOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import type { Order, Reclaim } from './order-state.ts'
import { putBack } from './put-back.ts'
import { settleHold } from './settle-hold.ts'
import { isBack } from './stock-moves.ts'

type Which = Readonly<{ orderId: string; holdId: string }>

/*
 * An order that leaves Cancelled, or is restored, takes its pieces from stock again (decisions O1, O8). The order's stream begins it; the
 * pieces are reserved in the stream of each product under the hold that it names; then one command of the order's stream takes them over with
 * the change itself, or ends the hold. Who dies in between holds pieces that are for nobody: a job ends that a minute later, and the change
 * has not happened. The next request goes on with a hold that is open, so two who ask at once take the pieces once.
 */

/** Changes an order that may have to take pieces again: `change` gets those that are reserved for it. Throws OUT_OF_STOCK, and what `change` refuses. */
export async function withPiecesAgain(
  commands: CommandHandler,
  { orderId, before }: Readonly<{ orderId: string; before: Undone }>,
  change: (reserved: Reserved | undefined) => Promise<Order>,
  metadata: CommandMetadata,
): Promise<Order> {
  // What a request that died has left behind would be too few pieces in stock now.
  await putBack(commands, orderId, furtherCommand(metadata, 'put back before'))
  // Nothing is reserved for a change that was decided on another version.
  const known = await loadAnyOrder(commands, orderId)
  requireSeen(known, metadata.seen)
  const begin = { type: 'BeginReclaim', before } as const
  // A repeated request begins another one if the first has ended.
  const own = furtherCommand(metadata, 'begin reclaim', String(known.reclaims))
  const { state } = await commands.ensure(orderDecider, orderStream(orderId), begin, own)
  // One that is open may be for something else, of which this request knows nothing.
  if (!state?.reclaim || !canUndo(state, before)) return change(undefined)
  const { holdId } = state.reclaim
  try {
    const lines = await reserveAgain(commands, state, state.reclaim, metadata)
    const order = await change({ holdId, lines })
    await settleReclaim(commands, { orderId, holdId }, metadata)
    return order
  } catch (refusal) {
    if (isShopError(refusal)) await settleReclaim(commands, { orderId, holdId }, metadata)
    throw refusal
  }
}

/** Reserves the pieces of a reclaim. Returns the lines of stock that they are taken from. Throws OUT_OF_STOCK with the name of the product. */
async function reserveAgain(commands: CommandHandler, order: Order, reclaim: Reclaim, metadata: CommandMetadata) {
  const { holdId } = reclaim
  const reserved: ProductPieces[] = []
  for (const [productId, lines] of productsOf(order, reclaim)) {
    const reserve = { type: 'Reserve', productId, checkoutId: holdId, lines } as const
    const once = onceOnly(metadata, 'hold', holdId, productId)
    try {
      const { state } = await commands.ensure(stockDecider, stockStream(productId), reserve, once)
      const held = state.reserved.get(holdId) ?? valueOfRecentId(state.over, holdId) ?? []
      reserved.push(...held.map((line) => ({ productId, ...line })))
    } catch (refusal) {
      const name = order.facts.items.find((item) => item.productId === productId)?.name ?? ''
      throw isShopError(refusal, 'OUT_OF_STOCK') ? namedRefusal(refusal, name) : refusal
    }
  }
  return reserved
}

/** Ends a reclaim that is open still; then takes the pieces of its hold if the order has taken them over, or releases them. */
export async function settleReclaim(commands: CommandHandler, { orderId, holdId }: Which, metadata: CommandMetadata) {
  const end = { type: 'EndReclaim', holdId } as const
  const once = onceOnly(metadata, 'end reclaim', holdId)
  const { state } = await commands.ensure(orderDecider, orderStream(orderId), end, once)
  const order = state ?? (await loadAnyOrder(commands, orderId))
  const isTaken = order.moves.some((move) => !isBack(move) && move.holdId === holdId)
  await settleHold(commands, order, { holdId, as: isTaken ? 'Take' : 'Release' }, metadata)
}

const productsOf = ({ facts }: Order, { pieces }: Reclaim) =>
  piecesByProduct(pieces.map(({ line, quantity }) => ({ ...facts.items[line]!, quantity })))
