import { isShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import { type ProductPieces, stockStream } from '@shop/language/stock/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { namedRefusal, piecesByProduct } from '../checkout/hold-stock.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import { valueOfRecentId } from '../handler/recent-ids.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { requireSeen } from './changed-since.ts'
import { hasReclaimReason, type ReclaimReason, type Reserved } from './decide-pieces.ts'
import { loadAnyOrder } from './load-order.ts'
import { orderDecider } from './order-decider.ts'
import type { Order, Reclaim } from './order-state.ts'
import { putBack } from './put-back.ts'
import { settleHold } from './settle-hold.ts'
import { isBack } from './stock-moves.ts'

type Which = Readonly<{ orderId: string; holdId: string }>

/*
 * An order takes pieces from stock again when it leaves Cancelled, is restored, or lacks pieces (decisions O1 and O8):
 * 1. The order's stream begins the reclaim and names a hold.
 * 2. Each product's stream reserves the pieces under this hold.
 * 3. One command on the order's stream takes the pieces and changes the order. If this command fails, the hold is ended.
 * If the process dies before step 3, a job ends the hold a minute later. A concurrent request uses the open hold, so the pieces are taken
 * once.
 */

/**
 * Changes an order. If the order must take pieces from stock again, reserves the pieces first and passes them to `change`. Throws
 * OUT_OF_STOCK, and the refusals of `change`.
 */
export async function withPiecesAgain(
  commands: CommandHandler,
  { orderId, before }: Readonly<{ orderId: string; before: ReclaimReason }>,
  change: (reserved: Reserved | undefined) => Promise<Order>,
  metadata: CommandMetadata,
): Promise<Order> {
  // If an earlier request died, some of the order's own pieces may not be back in stock yet.
  await putBack(commands, orderId, furtherCommand(metadata, 'put back before'))
  const known = await loadAnyOrder(commands, orderId)
  requireSeen(known, metadata.seen)
  const begin = { type: 'BeginReclaim', before } as const
  const own = furtherCommand(metadata, 'begin reclaim', String(known.reclaims))
  const { state } = await commands.ensure(orderDecider, orderStream(orderId), begin, own)
  // The open reclaim may belong to another change of the order.
  if (!state?.reclaim || !hasReclaimReason(state, before)) return change(undefined)
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

/** Throws OUT_OF_STOCK with the product's name. */
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

/** Ends the reclaim if it is still open. The reserved pieces leave stock if the order took them, and are released if it did not. */
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
