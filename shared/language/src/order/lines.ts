import { isSameRefund, type OrderBooks } from './books.ts'
import type { OrderEvent } from './events.ts'
import { type GivenUp, type LineBooks, lineOf } from './piece-events.ts'
import { announcedPieces, isOnItsWay, leftCents, owedPieces } from './pieces.ts'
import type { Refund, RefundedPieces } from './refund-events.ts'

/*
 * In Processing, all pieces of an order are in the shop. In Shipped and in Delivered, the pieces that had to be sent have left the shop. If
 * an admin sets an order back to Processing, no piece counts as sent any more.
 */

type Items = readonly Readonly<{ quantity: number }>[]
type Books = Pick<OrderBooks, 'totalCents' | 'status' | 'lines' | 'refunds' | 'returns'>

export const newLines = (items: Items): readonly LineBooks[] => items.map(({ quantity }) => lineOf({ held: quantity }))

/** Pieces of a line that must still be sent: they are in the shop, the order is not cancelled, and no refund covers them. */
export const toShipOf = (order: Books, line: number) => (order.status === 'Cancelled' ? 0 : freePieces(order, line))

/** Whether an order waits to be shipped (decisions O6: nothing left to ship). */
export const isToShip = (order: Books) =>
  order.status === 'Processing' && order.lines.some((_, line) => toShipOf(order, line) > 0)

/** Pieces of a line that are in the shop and that no refund covers. The status of the order does not matter. */
export function freePieces(order: Books, line: number) {
  return leftCents(order) === 0 ? 0 : Math.min(unreserved(order, line), owedPieces(order, line))
}

/** Pieces of a line that are in the shop and that are not set aside for a refund on its way. */
const unreserved = ({ lines, refunds }: Pick<Books, 'lines' | 'refunds'>, line: number) =>
  Math.max(0, (lines[line]?.held ?? 0) - asideOf(refunds, line))

const asideOf = (refunds: readonly Refund[], line: number) =>
  refunds
    .filter(isOnItsWay)
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, one) => (one.line === line ? sum + (one.held ?? 0) : sum), 0)

/**
 * Which pieces leave with a refund that was made: pieces in the shop first. The order may have gone back to Processing since the refund of
 * its sent pieces was requested.
 */
export function leavingWithRefund(order: Pick<Books, 'lines' | 'refunds'>, line: number, most: number) {
  const fromHeld = Math.min(most, unreserved(order, line))
  return { fromHeld, fromSent: Math.min(most - fromHeld, order.lines[line]?.sent ?? 0) }
}

/** How many of the `pieces` that leave the order go back into stock. The `untaken` pieces of the line were never taken from stock. */
export const stockBound = (line: LineBooks | undefined, pieces: number) => Math.max(0, pieces - (line?.untaken ?? 0))

/** The pieces, by line, that a cancelled or deleted order takes back if the cancellation or deletion is undone. */
export const reclaimable = (order: Books) =>
  order.lines
    .map(({ givenUp }, line) => ({ line, quantity: Math.min(givenUp, owedPieces(order, line)) }))
    .filter(({ quantity }) => quantity > 0)

/**
 * Pieces, by line, that an order in Processing has given up but still owes its customer. This happens if the order was deleted and restored
 * while the pieces were being refunded, and the refund has failed.
 */
export const lacking = (order: Books) => (order.status === 'Processing' ? reclaimable(order) : [])

/** Pieces of a line that have left the shop and are awaited as a return. */
export const awaitedOf = ({ lines, returns }: Books, line: number) =>
  Math.min(lines[line]?.sent ?? 0, announcedPieces(returns, line))

export function piecesAfter<Order extends OrderBooks>(order: Order, { type, data }: OrderEvent): Order {
  switch (type) {
    case 'OrderStatusChanged':
      return data.from === data.to ? order : statusChanged(order, data)
    case 'PiecesGivenUp':
      return givenUpBy(order, data)
    case 'PiecesReclaimed': {
      const { pieces } = data
      return eachLine(order, ({ held, givenUp, gone, ...rest }, line) => {
        const again = pieces.find((one) => one.line === line)?.quantity ?? 0
        return { ...rest, held: held + again, givenUp: 0, gone: gone + givenUp - again }
      })
    }
    case 'ReturnReceived': {
      const { pieces } = data
      return eachLine(order, (before, line) => {
        const back = pieces.find((one) => one.line === line)?.quantity ?? 0
        const fromSent = Math.min(back, before.sent)
        const fromHeld = Math.min(back - fromSent, before.held)
        return left(before, { fromHeld, fromSent, to: 'gone' })
      })
    }
    default:
      return order
  }
}

type Change = Extract<OrderEvent, { type: 'OrderStatusChanged' }>['data']

function statusChanged<Order extends OrderBooks>(before: Order, { from, to, movesPieces }: Change): Order {
  let order = before
  if (from === 'Cancelled') order = eachLine(order, (line, at) => setBack(line, owedPieces(before, at)))
  if (movesPieces) return givenUpEarlier(order)
  if (to === 'Processing')
    return eachLine(order, ({ held, sent, ...rest }) => ({ ...rest, held: held + sent, sent: 0 }))
  if (to === 'Cancelled' || from === 'Shipped' || from === 'Delivered') return order
  const after = order
  return eachLine(order, ({ held, sent, ...rest }, at) => {
    const shipped = freePieces(after, at)
    return { ...rest, held: held - shipped, sent: sent + shipped }
  })
}

/**
 * Gives a line its pieces back when its order leaves the status Cancelled. Earlier versions of the shop did not take these pieces from
 * stock again, so the pieces count as `untaken`.
 */
function setBack({ held, givenUp, gone, untaken, ...rest }: LineBooks, owed: number): LineBooks {
  const again = Math.min(givenUp, owed)
  return { ...rest, held: held + again, givenUp: 0, gone: gone + givenUp - again, untaken: untaken + again }
}

/** An earlier version of the shop gave up all pieces of a cancelled order, even shipped pieces, except the pieces of awaited returns. */
const givenUpEarlier = <Order extends OrderBooks>(order: Order): Order =>
  nothingAside(
    eachLine(order, (line, at) => {
      const most = Math.max(0, line.held + line.sent - announcedPieces(order.returns, at))
      const fromHeld = Math.min(line.held, most)
      return left(line, { fromHeld, fromSent: most - fromHeld, to: 'givenUp' })
    }),
  )

type GivenUpData = Extract<OrderEvent, { type: 'PiecesGivenUp' }>['data']

function givenUpBy<Order extends OrderBooks>(order: Order, { cause, refundId, pieces }: GivenUpData): Order {
  const isRefunded = cause === 'refunded'
  const after = eachLine(order, (before, line) => {
    const quantity = pieces.find((one: GivenUp) => one.line === line)?.quantity ?? 0
    const fromHeld = Math.min(quantity, before.held)
    const from = isRefunded
      ? leavingWithRefund(order, line, quantity)
      : { fromHeld, fromSent: Math.min(quantity - fromHeld, before.sent) }
    return left(before, { ...from, to: isRefunded ? 'gone' : 'givenUp' })
  })
  const isMoot = ({ refundId: id }: Refund) => !isRefunded || (id !== refundId && isSameRefund(id, refundId ?? ''))
  return nothingAside(after, isMoot)
}

type Leaving = Readonly<{ fromHeld: number; fromSent: number; to: 'gone' | 'givenUp' }>

function left(line: LineBooks, { fromHeld, fromSent, to }: Leaving): LineBooks {
  const pieces = fromHeld + fromSent
  const untaken = Math.max(0, line.untaken - pieces)
  return { ...line, held: line.held - fromHeld, sent: line.sent - fromSent, untaken, [to]: line[to] + pieces }
}

/** `isMoot`: the pieces of these refunds have left the order. */
const nothingAside = <Order extends OrderBooks>(order: Order, isMoot = (_: Refund) => true): Order => ({
  ...order,
  refunds: order.refunds.map((refund) =>
    isMoot(refund) ? { ...refund, pieces: refund.pieces.map(withNoneAside) } : refund,
  ),
})

const withNoneAside = (one: RefundedPieces): RefundedPieces =>
  one.held === undefined ? one : { ...one, held: 0, restock: 0 }

const eachLine = <Order extends OrderBooks>(
  order: Order,
  change: (line: LineBooks, index: number) => LineBooks,
): Order => ({ ...order, lines: order.lines.map(change) })
