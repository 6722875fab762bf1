import type { PricedItem } from './events/bought.ts'
import type { OrderPieces } from './events/order-refund-events.ts'
import { type OrderBooks, refundedCents } from './order-books.ts'
import { sumOf } from './sum-of.ts'

/* What is left of an order's money and pieces. `items` are the order's lines, `line` is the index of one of them. */

type Line = Pick<PricedItem, 'quantity' | 'paidCents'>
type Books = Pick<OrderBooks, 'totalCents' | 'refunds' | 'returns'>

/** What can still be refunded, in cents: not what went back, and not what is on its way back. */
export const leftCents = ({ totalCents, refunds }: Books) => {
  const onItsWay = sumOf(refunds.filter(isOnItsWay).map(({ amountCents }) => amountCents))
  // What was refunded at the provider may have left too little for what is on its way.
  return Math.max(0, totalCents - refundedCents({ refunds }) - onItsWay)
}

/** Pieces of a line that no refund is for. One that was refused and made all the same may be for the pieces of a later one too. */
export const refundablePieces = ({ refunds }: Books, items: readonly Line[], line: number) =>
  Math.max(0, (items[line]?.quantity ?? 0) - piecesIn(refunds.filter(isNotRefused), line))

/** Pieces of a line that can be sent back: they are neither on their way nor back, and were not refunded without that. */
export function returnablePieces({ refunds, returns }: Books, items: readonly Line[], line: number) {
  const kept = refunds.filter((refund) => isNotRefused(refund) && refund.returnId === undefined)
  const back = returns.map(({ pieces, received }) => ({ pieces: received ?? pieces }))
  return Math.max(0, (items[line]?.quantity ?? 0) - piecesIn(kept, line) - piecesIn(back, line))
}

/** Pieces of a line that a cancellation gives back: those of returns come back by themselves. */
export const piecesOut = ({ returns }: Books, { quantity }: Line, line: number) =>
  quantity -
  piecesIn(
    returns.map(({ pieces, received }) => ({ pieces: received ?? pieces })),
    line,
  )

/**
 * What was paid for these pieces, in cents, after those that were refunded before: all pieces of a line together cost what was paid
 * for it, to the cent.
 */
export const centsOf = (books: Books, items: readonly Line[], pieces: readonly OrderPieces[]) =>
  sumOf(
    pieces.map(({ line, quantity: more }) => {
      const { quantity, paidCents } = items[line]!
      const before = quantity - refundablePieces(books, items, line)
      const shareOf = (count: number) => Math.floor((paidCents * count) / quantity)
      return shareOf(before + more) - shareOf(before)
    }),
  )

/** Pieces can be sent back for thirty days (decisions P10, spec §9). */
const RETURN_MS = 30 * 24 * 60 * 60_000

/** The last moment for asking for a return: thirty days from the delivery, if that is known, else from the order. */
export const returnUntil = ({ deliveredAt, placedAt }: Pick<OrderBooks, 'deliveredAt'> & { placedAt: string }) =>
  new Date(Date.parse(deliveredAt ?? placedAt) + RETURN_MS).toISOString()

const isOnItsWay = ({ state }: OrderBooks['refunds'][number]) => state === 'requested' || state === 'pending'
const isNotRefused = ({ state }: OrderBooks['refunds'][number]) => state !== 'refused'
const piecesIn = (groups: readonly { pieces: readonly OrderPieces[] }[], line: number) =>
  sumOf(groups.flatMap(({ pieces }) => pieces.filter((one) => one.line === line).map(({ quantity }) => quantity)))
