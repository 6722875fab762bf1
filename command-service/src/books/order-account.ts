import type { OrderStatus } from '@shop/language/api/order-status'

/*
 * What an order's own events say about its pieces and its money, in the words of decisions S5 and O1 to O8. Folded for the books
 * alone, without any code of the deciders or of the read models, so that a mistake there shows here.
 */

/** The places of a line's pieces; together they are its quantity. */
export type Line = {
  productId: string
  quantity: number
  /** In the shop, for this order. */
  house: number
  /** With the customer, or on the way there or back. */
  out: number
  /** Given up by a cancellation or a deletion: the order takes them again if that is undone. */
  givenUp: number
  /** The order's no longer: back with a return, or refunded before they were sent. */
  gone: number
  /** Of out: pieces of a cancelled order whose return has ended without them. */
  stayed: number
  /** Of house and out: pieces that an earlier release never took from stock again. */
  short: number
}

export type Part = Readonly<{ line: number; quantity: number; held?: number; restock?: number }>
export type Refund = {
  id: string
  cents: number
  /** `covered`: the provider's own refund has given this money back. */
  state: 'requested' | 'pending' | 'made' | 'refused' | 'covered'
  providerId?: string | undefined
  ofReturn: boolean
  parts: Part[]
  /** Pieces by line that leave the order with it, now that it is made. */
  leaving?: Leaving[] | undefined
}
export type Leaving = Readonly<{ line: number; quantity: number; toStock: number }>

export type Return = { id: string; parts: Part[]; isOpen: boolean; ofCancellation: boolean }
/** Pieces on their way back into stock, by product. */
export type Move = { id: string; coming: Record<string, number> }

export type Account = {
  orderId: string
  totalCents: number
  status: OrderStatus
  isDeleted: boolean
  lines: Line[]
  refunds: Refund[]
  returns: Return[]
  moves: Move[]
  /** Pieces by product that were written off: neither the order's nor in stock. */
  off: Record<string, number>
  /** It was cancelled, and nothing of it had left the shop. */
  wasNeverSent: boolean
  /** How many refunds there were when it was cancelled, and when it was deleted. */
  refundsBefore: number
  refundsBeforeDeletion: number
  /** A refund case is open. */
  hasCase: boolean
  /** Somebody has decided, or has to decide, about the money of its cancellation. */
  isSeenTo: boolean
  /** What was told at the end of its last command: the same is not told again. */
  told: string[]
}

type Facts = Readonly<{
  orderId: string
  totalCents: number
  items: readonly Readonly<{ productId: string; quantity: number }>[]
}>

export const newAccount = ({ orderId, totalCents, items }: Facts): Account => ({
  ...{ orderId, totalCents, status: 'Processing', isDeleted: false, wasNeverSent: false },
  lines: items.map(({ productId, quantity }) => ({
    ...{ productId, quantity, house: quantity, out: 0, givenUp: 0, gone: 0, stayed: 0, short: 0 },
  })),
  ...{ refunds: [], returns: [], moves: [], off: {} },
  ...{ refundsBefore: 0, refundsBeforeDeletion: 0, hasCase: false, isSeenTo: false, told: [] },
})

export const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
export const isUnderWay = ({ state }: Refund) => state === 'requested' || state === 'pending'

/** Cents that are neither back nor on their way back. What the provider gave back by itself may have left too little for those. */
export const leftOf = ({ totalCents, refunds }: Account) =>
  Math.max(
    0,
    totalCents - total(refunds.filter((one) => isUnderWay(one) || one.state === 'made').map(({ cents }) => cents)),
  )

export const piecesOf = (parts: readonly Part[], line: number) =>
  total(parts.filter((one) => one.line === line).map(({ quantity }) => quantity))

/** Pieces of a line that no refund is for. */
export function unrefunded({ lines, refunds }: Account, line: number) {
  const standing = refunds.filter((one) => isUnderWay(one) || one.state === 'made')
  return (lines[line]?.quantity ?? 0) - total(standing.map(({ parts }) => piecesOf(parts, line)))
}

/** Pieces of a line in the shop that refunds under way are for. */
const setAside = ({ refunds }: Account, line: number) =>
  total(refunds.filter(isUnderWay).flatMap(({ parts }) => parts.filter((one) => one.line === line).map(heldIn)))
export const heldIn = ({ held = 0 }: Part) => held

/** Pieces of a line that are still to be sent (decisions O5): nothing of a payment that has gone back whole. */
export const toSend = (account: Account, line: number) =>
  leftOf(account) <= 0
    ? 0
    : Math.max(0, Math.min((account.lines[line]?.house ?? 0) - setAside(account, line), unrefunded(account, line)))

/** Pieces of a line that open returns are for. */
export const awaited = ({ returns }: Account, line: number) =>
  total(returns.filter(({ isOpen }) => isOpen).map(({ parts }) => piecesOf(parts, line)))

/** Whether money was asked back, or went back, after there were so many refunds. */
export const isRefundedSince = ({ refunds }: Account, before: number) =>
  refunds.slice(before).some(({ state }) => state !== 'refused')

/** Pieces of a product that must have been taken from stock for this order, and not be back there. */
export const needed = ({ lines, off, moves }: Account, productId: string) =>
  total(lines.filter((one) => one.productId === productId).map(({ house, out, short }) => house + out - short)) +
  (off[productId] ?? 0) +
  comingOf(moves, productId)

export const comingOf = (moves: readonly Move[], productId: string) =>
  total(moves.map(({ coming }) => coming[productId] ?? 0))
