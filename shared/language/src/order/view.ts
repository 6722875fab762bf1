import { isIncompleteAddress, type ShippingAddress } from '../address/api.ts'
import type { OrderItem } from '../checkout/api.ts'
import type { SellerProtection } from '../checkout/seller-protection.ts'
import type { Address, PricedItem } from '../events/bought.ts'
import { DELIVERY_DAYS, NO_ADDRESS } from '../limits.ts'
import { toDecimal } from '../values/money.ts'
import { sumOf } from '../values/sum-of.ts'
import type { Order, OrderedItem, Refund as RefundView, Return as ReturnView } from './api.ts'
import { firstOf, isRefundDue, NOTED, newBooks, type OrderBooks, PAYMENT_REVERSED, refundedCents } from './books.ts'
import { awaitedOf, lacking, toShipOf } from './lines.ts'
import { leftCents, onItsWayCents, refundablePieces, returnablePieces, returnUntil } from './pieces.ts'
import type { Refund } from './refund-events.ts'
import type { Return } from './return-events.ts'
import { whyStaysCancelled } from './staying-cancelled.ts'

type Facts = {
  _id: string
  items: readonly PricedItem[]
  shippingAddress: Address | null
  paymentMethod: string
  placedAt: string
  /** Undefined while the payment is pending. */
  paidAt?: string
  sellerProtection?: SellerProtection
  /** Undefined while the payment is pending. */
  version?: number
} & OrderBooks

/** The view has no internal names, cases or payment details (authorisation.md, “Fields”). */
export const orderView = (order: Facts): Order => {
  const items = order.items.map((item, line) => orderedItemView(order, item, line))
  return {
    _id: order._id,
    ...(order.version !== undefined && { version: order.version }),
    createdAt: order.placedAt,
    estimatedDelivery: estimatedDelivery(order.placedAt),
    orderItems: items,
    checkoutItems: items,
    shippingAddress: addressView(order.shippingAddress),
    shippingMethod: 'Free',
    paymentMethod: order.paymentMethod,
    ...discountView(order),
    totalPrice: toDecimal(order.totalCents),
    total: toDecimal(order.totalCents),
    isPaid: order.paidAt !== undefined,
    ...(order.paidAt !== undefined && { paidAt: order.paidAt }),
    ...(order.shippedAt !== undefined && { shippedAt: order.shippedAt }),
    isDelivered: order.status === 'Delivered',
    ...(order.deliveredAt !== undefined && { deliveredAt: order.deliveredAt }),
    ...(order.cancelledAt !== undefined && { cancelledAt: order.cancelledAt }),
    ...(order.cancelReason !== undefined && { cancelReason: order.cancelReason }),
    status: order.status,
    ...(order.trackingNumber && { trackingNumber: order.trackingNumber }),
    refundedTotal: toDecimal(refundedCents(order)),
    refundState: refundStateOf(order),
    refundPending: toDecimal(onItsWayCents(order)),
    leftToShip: sumOf(items.map(({ toShip }) => toShip)),
    refunds: shownRefunds(order).map(refundView),
    returns: order.returns.map((one) => returnView(one, order.reasons[one.returnId])),
    returnUntil: returnUntil(order),
  }
}

/** A pending payment is shown as an unpaid order (decisions S7: pending money). */
export const pendingView = (payment: Pending): Order => orderView({ ...newBooks, ...payment })

export const adminPendingView = (
  { reason, ...payment }: Pending & Readonly<{ reason: string | null }>,
  customer: NonNullable<Order['user']> | undefined,
): Order => ({
  ...adminOrderView({ ...newBooks, ...payment }, customer),
  ...(reason !== null && { pendingReason: reason }),
})

type Pending = Omit<Facts, 'paidAt' | 'version' | keyof typeof newBooks>

/** Shown instead of an erased customer (decisions C14: a deleted user). */
const ERASED = { name: 'N/A' } as const

/** `customer` is undefined if the customer is erased. */
export const adminOrderView = (order: Facts, customer: NonNullable<Order['user']> | undefined): Order => {
  const view = orderView(order)
  return {
    ...view,
    user: customer ?? ERASED,
    incompleteAddress: isIncompleteAddress(order.shippingAddress),
    ...(order.sellerProtection && { sellerProtection: order.sellerProtection }),
    refundDue: isRefundDue(order),
    ...(whyStaysCancelled(order) && { statusLocked: whyStaysCancelled(order) as string }),
    ...(lacking(order).length > 0 && { lacking: sumOf(lacking(order).map(({ quantity }) => quantity)) }),
    refundable: order.paidAt === undefined ? 0 : toDecimal(leftCents(order)),
    refunds: order.refunds.map((refund) => {
      const reason = order.reasons[refund.refundId]
      const lines = refund.pieces.map(({ line, quantity, restock }) => ({
        ...{ line, quantity },
        ...(restock !== undefined && { restock: restock > 0 }),
      }))
      return { ...refundView(refund), lines, ...(reason && { reason }), ...(refund.code && { code: refund.code }) }
    }),
  }
}

/** For customers: leaves out refunds whose money they have already, and refused refunds that were requested again. */
const shownRefunds = ({ refunds }: OrderBooks) =>
  refunds.filter(
    ({ refundId, state, code }, at) =>
      code !== NOTED &&
      code !== PAYMENT_REVERSED &&
      (state !== 'refused' || !refunds.slice(at + 1).some((later) => firstOf(later.refundId) === firstOf(refundId))),
  )

const refundView = ({ refundId, amountCents, state, at, pieces, chosenReason }: Refund): RefundView => ({
  _id: refundId,
  amount: toDecimal(amountCents),
  state,
  at,
  lines: pieces.map(({ line, quantity }) => ({ line, quantity })),
  ...(chosenReason && { chosenReason }),
})

/** A pending refund does not count as refunded. */
function refundStateOf(order: OrderBooks) {
  const cents = refundedCents(order)
  return cents === 0 ? 'none' : cents < order.totalCents ? 'partial' : 'full'
}

const returnView = (
  { returnId, askedAt, pieces, received, receivedAt, ofCancellation, closed, chosenReason }: Return,
  reason?: string,
): ReturnView => ({
  _id: returnId,
  askedAt,
  lines: pieces,
  ...(chosenReason && { chosenReason }),
  ...(reason && { reason }),
  ...(received && { received }),
  ...(receivedAt && { receivedAt }),
  ...(ofCancellation && { ofCancellation }),
  ...(closed && { closed }),
})

const orderedItemView = (order: Facts, item: PricedItem, line: number): OrderedItem => {
  const isPaid = order.paidAt !== undefined
  return {
    ...itemView(item),
    paid: toDecimal(item.paidCents),
    refundable: isPaid ? refundablePieces(order, order.items, line) : 0,
    returnable: isPaid && order.status !== 'Cancelled' ? returnablePieces(order, line) : 0,
    toShip: toShipOf(order, line),
    shipped: order.lines[line]?.sent ?? 0,
    awaited: awaitedOf(order, line),
  }
}

/** Without a discount the field is absent, so older clients see no change. */
export function discountView(order: Pick<Facts, 'items' | 'totalCents'>) {
  const { discountCents } = discountIn(order)
  return discountCents > 0 ? { discount: toDecimal(discountCents) } : {}
}

export function discountIn({ items, totalCents }: Pick<Facts, 'items' | 'totalCents'>) {
  const fullCents = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  return { fullCents, discountCents: fullCents - totalCents }
}

export const itemView = ({ priceCents, paidCents: _, sku, ...item }: PricedItem): OrderItem => ({
  ...item,
  price: toDecimal(priceCents),
  ...(sku && { sku }),
})

/** A field that was not given is empty. `address` is null if the customer is erased. */
export const addressView = (address: Address | null): ShippingAddress => ({ ...NO_ADDRESS, ...address })

const DELIVERY_MS = DELIVERY_DAYS * 24 * 60 * 60 * 1000
const estimatedDelivery = (placedAt: string) => new Date(Date.parse(placedAt) + DELIVERY_MS).toISOString()
