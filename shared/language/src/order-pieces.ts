import { centsOfPieces } from './api/pieces-value.ts'
import type { PricedItem } from './events/bought.ts'
import type { OrderPieces } from './events/order-refund-events.ts'
import { type OrderBooks, refundedCents } from './order-books.ts'
import { sumOf } from './sum-of.ts'

/* What is left of an order's money and pieces. `items` are the order's lines, `line` is the index of one of them. */

type Line = Pick<PricedItem, 'quantity' | 'paidCents'>
type Books = Pick<OrderBooks, 'totalCents' | 'refunds' | 'returns'>

/** What can still be refunded, in cents: not what went back, and not what is on its way back. */
export const leftCents = ({ totalCents, refunds }: Pick<Books, 'totalCents' | 'refunds'>) =>
  // What was refunded at the provider may have left too little for what is on its way.
  Math.max(0, totalCents - refundedCents({ refunds }) - onItsWayCents({ refunds }))

/** What is on its way back: requested of the provider, or accepted by it. */
export const onItsWayCents = ({ refunds }: Pick<Books, 'refunds'>) =>
  sumOf(refunds.filter(isOnItsWay).map(({ amountCents }) => amountCents))

/** Pieces of a line that no refund is for. One that was refused and made all the same may be for the pieces of a later one too. */
export const refundablePieces = (
  { refunds }: Pick<Books, 'refunds'>,
  items: readonly Pick<Line, 'quantity'>[],
  line: number,
) => Math.max(0, (items[line]?.quantity ?? 0) - piecesIn(refunds.filter(isNotRefused), line))

/** The same by the places of its pieces. */
export function owedPieces({ refunds, lines }: Pick<OrderBooks, 'refunds' | 'lines'>, line: number) {
  const { held = 0, sent = 0, givenUp = 0, gone = 0 } = lines[line] ?? {}
  return Math.max(0, held + sent + givenUp + gone - piecesIn(refunds.filter(isNotRefused), line))
}

/** Pieces of a line that can be sent back: they have left the house, are neither on their way back nor back, and were not refunded without that. */
export function returnablePieces({ refunds, returns, lines }: Books & Pick<OrderBooks, 'lines'>, line: number) {
  const { held = 0, sent = 0, givenUp = 0, gone = 0 } = lines[line] ?? {}
  const kept = refunds.filter((refund) => isNotRefused(refund) && refund.returnId === undefined)
  const back = returns.map(({ pieces, received }) => ({ pieces: received ?? pieces }))
  const awaited = returns.filter(({ received }) => !received)
  const unspoken = held + sent + givenUp + gone - piecesIn(kept, line) - piecesIn(back, line)
  return Math.max(0, Math.min(sent - piecesIn(awaited, line), unspoken))
}

/** What was paid for these pieces, in cents, after those that were refunded before. */
export const centsOf = (books: Books, items: readonly Line[], pieces: readonly OrderPieces[]) =>
  sumOf(
    pieces.map(({ line, quantity: more }) => {
      const { quantity, paidCents } = items[line]!
      return centsOfPieces({ quantity, refundable: refundablePieces(books, items, line), paidCents }, more)
    }),
  )

/** Pieces can be sent back for thirty days (decisions P10, spec §9). */
const RETURN_MS = 30 * 24 * 60 * 60_000

/** The last moment for asking for a return: thirty days from the delivery, if that is known, else from the order. */
export const returnUntil = ({ deliveredAt, placedAt }: Pick<OrderBooks, 'deliveredAt'> & { placedAt: string }) =>
  new Date(Date.parse(deliveredAt ?? placedAt) + RETURN_MS).toISOString()

export const isOnItsWay = ({ state }: OrderBooks['refunds'][number]) => state === 'requested' || state === 'pending'
export const isNotRefused = ({ state }: OrderBooks['refunds'][number]) => state !== 'refused'
export const piecesIn = (groups: readonly { pieces: readonly OrderPieces[] }[], line: number) =>
  sumOf(groups.flatMap(({ pieces }) => pieces.filter((one) => one.line === line).map(({ quantity }) => quantity)))
