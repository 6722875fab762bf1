import type { PricedItem } from '../events/bought.ts'
import { RETURN_DAYS } from '../limits.ts'
import { sumOf } from '../values/sum-of.ts'
import { firstOf, type OrderBooks, refundedCents } from './books.ts'
import { centsOfPieces } from './pieces-value.ts'
import type { OrderPieces } from './refund-events.ts'

/* How much of an order's money and pieces is left. `items`: the order's lines; `line`: the index of a line. */

type Line = Pick<PricedItem, 'quantity' | 'paidCents'>
type Books = Pick<OrderBooks, 'totalCents' | 'refunds' | 'returns'>

/** The part of the payment that is neither refunded nor on its way back, in cents. */
export const leftCents = ({ totalCents, refunds }: Pick<Books, 'totalCents' | 'refunds'>) =>
  // A refund that is made at the provider can use money of a refund that is on its way, so the difference can be negative.
  Math.max(0, totalCents - refundedCents({ refunds }) - onItsWayCents({ refunds }))

/** The amount on its way back: requested, or accepted by the provider. */
export const onItsWayCents = ({ refunds }: Pick<Books, 'refunds'>) =>
  sumOf(refunds.filter(isOnItsWay).map(({ amountCents }) => amountCents))

/**
 * The pieces of a line that have no refund. The count stops at 0, because a refused refund may be made after another refund covers its
 * pieces.
 */
export const refundablePieces = (
  { refunds }: Pick<Books, 'refunds'>,
  items: readonly Pick<Line, 'quantity'>[],
  line: number,
) => Math.max(0, (items[line]?.quantity ?? 0) - coveredPieces(refunds.filter(isNotRefused), line))

/** The same number as `refundablePieces`, calculated from the places of the pieces. */
export function owedPieces({ refunds, lines }: Pick<OrderBooks, 'refunds' | 'lines'>, line: number) {
  const { held = 0, sent = 0, givenUp = 0, gone = 0 } = lines[line] ?? {}
  return Math.max(0, held + sent + givenUp + gone - coveredPieces(refunds.filter(isNotRefused), line))
}

/** The pieces of a line that the customer can send back. Pieces in a return, or in a refund without a return, do not count. */
export function returnablePieces({ refunds, returns, lines }: Books & Pick<OrderBooks, 'lines'>, line: number) {
  const { held = 0, sent = 0, givenUp = 0, gone = 0 } = lines[line] ?? {}
  const kept = refunds.filter((refund) => isNotRefused(refund) && refund.returnId === undefined)
  const back = returns.map(({ pieces, received }) => ({ pieces: received ?? pieces }))
  const unspoken = held + sent + givenUp + gone - coveredPieces(kept, line) - piecesIn(back, line)
  return Math.max(0, Math.min(sent - announcedPieces(returns, line), unspoken))
}

/** Pieces of a line in returns that the shop has not received. */
export function announcedPieces(returns: Books['returns'], line: number) {
  const announced = returns.filter(({ received }) => !received)
  return piecesIn(announced, line)
}

/** `books` contains the earlier refunds. */
export const centsOf = (books: Books, items: readonly Line[], pieces: readonly OrderPieces[]) =>
  sumOf(
    pieces.map(({ line, quantity: more }) => {
      const { quantity, paidCents } = items[line]!
      return centsOfPieces({ quantity, refundable: refundablePieces(books, items, line), paidCents }, more)
    }),
  )

const RETURN_MS = RETURN_DAYS * 24 * 60 * 60_000

export const returnUntil = ({ deliveredAt, placedAt }: Pick<OrderBooks, 'deliveredAt'> & { placedAt: string }) =>
  new Date(Date.parse(deliveredAt ?? placedAt) + RETURN_MS).toISOString()

/** All tries of a refund are for the same pieces. The provider may make more than one try. */
function coveredPieces(refunds: Books['refunds'], line: number) {
  const tries = Map.groupBy(refunds, ({ refundId }) => firstOf(refundId)).values()
  return sumOf([...tries].map((ofOne) => Math.max(...ofOne.map((one) => piecesIn([one], line)))))
}

export const isOnItsWay = ({ state }: OrderBooks['refunds'][number]) => state === 'requested' || state === 'pending'
export const isNotRefused = ({ state }: OrderBooks['refunds'][number]) => state !== 'refused'
export const piecesIn = (groups: readonly { pieces: readonly OrderPieces[] }[], line: number) =>
  sumOf(groups.flatMap(({ pieces }) => pieces.filter((one) => one.line === line).map(({ quantity }) => quantity)))
