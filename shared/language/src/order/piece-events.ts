import * as z from 'zod'
import { defineEvent } from '../events/event.ts'
import { sumOf } from '../values/sum-of.ts'
import { OrderPieces } from './refund-events.ts'
import type { OrderStatus } from './status.ts'

/*
 * An order that gives pieces up releases them first, and then they go back into stock. An order that takes pieces back reserves them in
 * stock first, and then holds them. If the process dies between two steps, pieces may have no owner, but never two owners.
 */

const orderId = z.string()
const count = z.int().nonnegative()

/** `held`, `sent`, `givenUp` and `gone` add up to the line's quantity. */
export const LineBooks = z.object({
  held: count,
  sent: count,
  /** Pieces that a cancellation or a deletion gave up. The order takes them back if the cancellation or deletion is undone. */
  givenUp: count,
  /** Pieces that were returned, or were refunded before they were sent. */
  gone: count,
  /**
   * A part of `held` and `sent`: pieces that are still counted in stock. An earlier version of the shop shipped a cancelled order without
   * taking these pieces from stock.
   */
  untaken: count,
})
export type LineBooks = Readonly<z.output<typeof LineBooks>>

export const lineOf = (known: Partial<LineBooks>): LineBooks => ({
  ...{ held: 0, sent: 0, givenUp: 0, gone: 0, untaken: 0 },
  ...known,
})

type Earlier = Readonly<{
  items: readonly { quantity: number }[]
  status: OrderStatus
  returns: readonly { received?: readonly OrderPieces[] }[]
}>

/** An earlier version of the shop did not record where an order's pieces are. */
export const earlierLines = ({ items, status, returns }: Earlier): LineBooks[] =>
  items.map(({ quantity }, line) => {
    const received = returns.flatMap(({ received = [] }) => received).filter((one) => one.line === line)
    const gone = Math.min(quantity, sumOf(received.map((one) => one.quantity)))
    const place = status === 'Processing' ? 'held' : status === 'Cancelled' ? 'givenUp' : 'sent'
    return lineOf({ gone, [place]: quantity - gone })
  })

const ofProduct = { line: count, productId: z.string(), quantity: z.int().positive() }

/** `toStock`: how many of the pieces go back into stock. The other pieces are written off or already in stock. */
const GivenUp = z.object({ ...ofProduct, toStock: count })
export type GivenUp = z.output<typeof GivenUp>

export const PiecesGivenUp = defineEvent('PiecesGivenUp', {
  says: 'An order gave up pieces, because it was cancelled or deleted, or because they were refunded. `toStock` of them go back into stock.',
  schema: z.object({
    orderId,
    /** The pieces of one move go back into stock only once, even if the move is repeated under the same id. */
    moveId: z.string(),
    cause: z.enum(['cancelled', 'deleted', 'refunded']),
    refundId: z.string().exactOptional(),
    pieces: z.array(GivenUp).min(1),
  }),
})
export const PiecesBackInStock = defineEvent('PiecesBackInStock', {
  says: 'Pieces that an order gave up are back in stock.',
  schema: z.object({ orderId, moveId: z.string() }),
})

const Wanted = z.object(ofProduct)

export const ReclaimBegun = defineEvent('ReclaimBegun', {
  says: 'An order starts to take pieces from stock again: its cancellation or deletion was undone, or it has too few pieces.',
  schema: z.object({ orderId, holdId: z.string(), pieces: z.array(Wanted).min(1) }),
})
/** `lines`: the lines of stock that the pieces were taken from. */
export const PiecesReclaimed = defineEvent('PiecesReclaimed', {
  says: 'An order has taken its pieces from stock again, which it had given back before.',
  schema: z.object({
    orderId,
    holdId: z.string(),
    pieces: z.array(Wanted),
    lines: z.array(
      z.object({ productId: z.string(), size: z.string(), color: z.string(), quantity: z.int().positive() }),
    ),
  }),
})
export const ReclaimEnded = defineEvent('ReclaimEnded', {
  says: 'An order could not take its pieces from stock again: there were too few, the order was refunded meanwhile, or the process stopped.',
  schema: z.object({ orderId, holdId: z.string() }),
})

export const ReturnAwaited = defineEvent('ReturnAwaited', {
  says: 'An order was cancelled after it was shipped. Its pieces are awaited, and go into stock only after they are received.',
  schema: z.object({ orderId, returnId: z.string(), pieces: z.array(OrderPieces).min(1), at: z.string() }),
})
export const ReturnClosed = defineEvent('ReturnClosed', {
  says: 'An open return was closed. Either its order was cancelled before any piece counted as sent, or the cancellation that began the return was undone.',
  schema: z.object({ orderId, returnId: z.string(), at: z.string() }),
})

export const orderPieceEvents = [
  PiecesGivenUp,
  PiecesBackInStock,
  ReclaimBegun,
  PiecesReclaimed,
  ReclaimEnded,
  ReturnAwaited,
  ReturnClosed,
] as const
