import type { OrderStatus } from '@shop/language/order/status'

/*
 * The pieces and the money of an order, according to its events. See decisions S5 (restock and refund on cancel) and O1 to O8 (orders,
 * stock and money agree). The audit uses no code of deciders or read models, so that it finds their mistakes.
 */

/** `inShop`, `out`, `givenUp` and `gone` add up to `quantity`. */
export type Line = {
  productId: string
  quantity: number
  /** Pieces that the shop keeps for this order. */
  inShop: number
  /** Pieces with the customer, or on the way to or from the customer. */
  out: number
  /** Pieces that a cancellation or deletion gave up. If the cancellation or deletion is undone, the order takes them again. */
  givenUp: number
  /** Pieces that were returned, or refunded before they were sent. */
  gone: number
  /** The part of `out` that did not come back with the return of a cancelled order. */
  stayed: number
  /**
   * Pieces of `inShop` and `out` that are still in stock, because an earlier version of the shop undid a cancellation or deletion without
   * taking the pieces again.
   */
  short: number
}

export type Part = Readonly<{ line: number; quantity: number; held?: number; restock?: number }>
export type Refund = {
  id: string
  cents: number
  /** `covered`: a refund made at the provider has paid this money back. */
  state: 'requested' | 'pending' | 'made' | 'refused' | 'covered'
  /** The provider's ids: a refund that has failed can be made again under another id. */
  providerIds: string[]
  ofReturn: boolean
  /** The provider took the money from the shop. */
  isReversal?: boolean | undefined
  parts: Part[]
  /** Pieces that must leave the order after the refund is made. */
  leaving?: Leaving[] | undefined
  /** Pieces that have left the order with the refund. */
  gone?: Part[] | undefined
}
export type Leaving = Readonly<{ line: number; quantity: number; toStock: number }>

type Return = { id: string; parts: Part[]; isOpen: boolean; ofCancellation: boolean; cameBack?: boolean }
/** Pieces on their way into stock, by product. */
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
  /** Pieces that are neither the order's nor in stock, by product. */
  writtenOff: Record<string, number>
  wasNeverSent: boolean
  refundsBeforeCancellation: number
  refundsBeforeDeletion: number
  hasCase: boolean
  /** An admin has decided about the cancelled order's money, or a case waits for the decision. */
  isMoneyHandled: boolean
  /** Findings after the order's last command. The book reports only new findings. */
  findings: string[]
}

type Facts = Readonly<{
  orderId: string
  totalCents: number
  items: readonly Readonly<{ productId: string; quantity: number }>[]
}>

export const newAccount = ({ orderId, totalCents, items }: Facts): Account => ({
  ...{ orderId, totalCents, status: 'Processing', isDeleted: false, wasNeverSent: false },
  lines: items.map(({ productId, quantity }) => ({
    ...{ productId, quantity, inShop: quantity, out: 0, givenUp: 0, gone: 0, stayed: 0, short: 0 },
  })),
  ...{ refunds: [], returns: [], moves: [], writtenOff: {} },
  ...{ refundsBeforeCancellation: 0, refundsBeforeDeletion: 0, hasCase: false, isMoneyHandled: false, findings: [] },
})

/** All tries of a refund, whose ids have the same beginning. */
export const triesOf = ({ refunds }: Account, refundId: string) =>
  refunds.filter(({ id }) => firstTry(id) === firstTry(refundId))
export const firstTry = (refundId: string) => refundId.replace(/~.*$/, '')

export const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
export const isUnderWay = ({ state }: Refund) => state === 'requested' || state === 'pending'

/**
 * Cents of the payment that are neither refunded nor being refunded. Never negative, even if a refund made at the provider uses money that
 * refunds under way need.
 */
export const leftOf = ({ totalCents, refunds }: Account) =>
  Math.max(
    0,
    totalCents - total(refunds.filter((one) => isUnderWay(one) || one.state === 'made').map(({ cents }) => cents)),
  )

export const reversedOf = ({ refunds }: Account) =>
  total(refunds.filter((one) => one.isReversal && one.state === 'made').map(({ cents }) => cents))

export const piecesOf = (parts: readonly Part[], line: number) =>
  total(parts.filter((one) => one.line === line).map(({ quantity }) => quantity))

/** The tries of one refund are about the same pieces. */
export function unrefunded({ lines, refunds }: Account, line: number) {
  const most = new Map<string, number>()
  for (const { id, state, parts } of refunds)
    if (state !== 'refused' && state !== 'covered')
      most.set(firstTry(id), Math.max(most.get(firstTry(id)) ?? 0, piecesOf(parts, line)))
  return (lines[line]?.quantity ?? 0) - total([...most.values()])
}

const setAside = ({ refunds }: Account, line: number) =>
  total(
    refunds.filter(isUnderWay).flatMap(({ parts }) => parts.map((one) => (one.line === line ? (one.held ?? 0) : 0))),
  )

/** Pieces in the shop that no refund under way keeps back. */
export const inShopFor = (account: Account, line: number) =>
  Math.max(0, (account.lines[line]?.inShop ?? 0) - setAside(account, line))

/** Pieces still to be sent (decisions O5: refunded pieces are not sent). */
export const toSend = (account: Account, line: number) =>
  leftOf(account) <= 0 ? 0 : Math.max(0, Math.min(inShopFor(account, line), unrefunded(account, line)))

export const awaited = ({ returns }: Account, line: number) =>
  total(returns.filter(({ isOpen }) => isOpen).map(({ parts }) => piecesOf(parts, line)))

/** Whether there is a refund after the first `before` refunds. Refused refunds do not count. */
export const isRefundedSince = ({ refunds }: Account, before: number) =>
  refunds.slice(before).some(({ state }) => state !== 'refused')

/** How many pieces the stock must lack because of this order. */
export const needed = ({ lines, writtenOff, moves }: Account, productId: string) =>
  total(lines.filter((one) => one.productId === productId).map(({ inShop, out, short }) => inShop + out - short)) +
  (writtenOff[productId] ?? 0) +
  comingOf(moves, productId)

export const comingOf = (moves: readonly Move[], productId: string) =>
  total(moves.map(({ coming }) => coming[productId] ?? 0))
