import type { Checkout as CheckoutView } from '@shop/language/checkout/api'
import type { SellerProtection } from '@shop/language/checkout/seller-protection'
import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/bought'
import type { ProductPieces } from '@shop/language/stock/events'
import type { GivenDiscount } from '../discount/share-discount.ts'

export type Capture = Readonly<{ captureId: string; amountCents: number }>

/** The provider did not take a payment; see the event `PaymentRefused`. */
export type Refusal = Readonly<{ code: string; final: boolean; meaning: 'refused' | 'not carried out'; at: string }>

/** The newest refusal of one provider order. */
export type Refusals = Refusal &
  Readonly<{
    /** The number of refusals. The next try has this number. */
    times: number
    isRetried: boolean
  }>

/** Whether the provider has refused a payment since the buyer's last attempt. */
export const isRefused = (refusal: Refusals | undefined) => refusal?.meaning === 'refused' && !refusal.isRetried

/** The provider took a payment of the checkout and refunded it before the shop knew that the payment was completed. */
export const isGivenBack = ({ refusals }: Pick<Checkout, 'refusals'>) =>
  [...refusals.values()].some(({ code }) => code === 'REFUNDED')

/** Money of a capture that must go back. `refundId`: the provider's id; undefined until the refund is made. */
export type Refund = Readonly<{
  amountCents: number
  refundId: string | undefined
  pending: Readonly<{ refundId: string; at: string }> | undefined
  /** How many tries were refused, not carried out, or failed later. The next try has this number. */
  attempt: number
  code: string | undefined
  /** The time of the last try that the provider did not carry out. */
  delayedAt: string | undefined
  /** The provider has refused the refund, or the refund has failed there. Only an admin can retry it. */
  isRefused: boolean
  /** The provider's ids of accepted refunds that failed later. */
  failed: readonly string[]
  /** The provider order of the checkout's payment or pending payment. Undefined for other money, such as a second payment. */
  providerOrderId: string | undefined
}>

export type Checkout = Readonly<{
  checkoutId: string
  customerId: string
  items: readonly PricedItem[]
  totalCents: number
  /** The discount is already subtracted from `totalCents`. */
  discount: GivenDiscount | undefined
  shippingAddress: Address | null
  /** The address's country, not encrypted. Empty if unknown. */
  country: string
  paymentMethod: string
  startedAt: string
  expiresAt: string
  /** The customer was a newcomer when the checkout started (decisions K1: limits on unpaid holds). */
  newcomer?: true
  status: CheckoutView['status']
  /** True from the start or reopening until the hold lapses. True again when the pieces for a late payment are reserved. */
  held: boolean
  holdComplete: boolean
  /** How many holds have ended. The current hold has the same number, because holds are numbered from 0. */
  lapses: number
  providerOrderIds: readonly string[]
  /** The capture that the provider still reviews; only while the status is `pending`. */
  pending: (Capture & Readonly<{ providerOrderId: string; reason: string | null }>) | undefined
  startRefusals: readonly string[]
  /** By the id of the provider order. */
  refusals: ReadonlyMap<string, Refusals>
  /** By the id of the provider order: when the shop last recorded the unknown outcome. */
  unanswered: ReadonlyMap<string, string>
  payment:
    | (Capture & Readonly<{ providerOrderId: string; paidAt: string; sellerProtection?: SellerProtection }>)
    | undefined
  /** By capture id. */
  refunds: ReadonlyMap<string, Refund>
  /** Empty until the checkout is finalized. */
  taken: readonly ProductPieces[]
  /** The purchase that the checkout joined, if any (decisions S6: one order per cart). */
  purchaseId: string | undefined
  /** On a purchase's first checkout: the other checkout that becomes the purchase's order, if any. */
  takenBy: string | undefined
  supersededBy: readonly string[]
}>

/** The reasons of all refusals of the checkout's provider orders, before or after their creation. */
export const refusedFor = ({ startRefusals, refusals }: Pick<Checkout, 'startRefusals' | 'refusals'>) => [
  ...startRefusals,
  ...[...refusals.values()].map(({ code }) => code),
]

export const holdsPieces = ({ status, held }: Checkout) => status === 'open' || (status === 'pending' && held)

/** Whether the checkout is paid, but its pieces were no longer held when the money came. */
export const waitsForStock = ({ status, held }: Checkout) => status === 'paid' && !held

/**
 * The checkout that becomes the purchase's order. The argument is the purchase's first checkout (decisions S6). Undefined while no checkout
 * is paid.
 */
export const winnerIn = ({ checkoutId, status, payment, takenBy }: Checkout) =>
  payment && status !== 'refunded' ? checkoutId : takenBy

/** Throws CHECKOUT_NOT_PAID or PAYMENT_PENDING. */
export function requirePaid(checkout: Checkout): asserts checkout is Checkout & { payment: object } {
  if (checkout.status === 'pending') throw notOpen('pending')
  if (checkout.status === 'refunded') throw new ShopError('CHECKOUT_NOT_PAID', reasons.refunded)
  if (!checkout.payment || !checkout.held) throw new ShopError('CHECKOUT_NOT_PAID', 'This checkout is not paid yet')
}

export const notOpen = (status: Checkout['status']) =>
  new ShopError(status === 'pending' ? 'PAYMENT_PENDING' : 'CONFLICT', reasons[status])

const paidAlready = 'This checkout is paid already'
const reasons: Record<Checkout['status'], string> = {
  open: 'This checkout waits for its payment',
  pending:
    'The payment provider is still reviewing this payment. Do not pay again. If it is confirmed, we place your order, or refund your money if the pieces are sold out by then. If it is not confirmed, nothing is charged',
  paid: paidAlready,
  finalized: paidAlready,
  expired: 'The time to pay is over, and we no longer hold the pieces. Start the checkout again',
  superseded: 'A newer checkout has replaced this one',
  abandoned: 'The pieces are not held for this checkout. Start it again',
  refused: 'The payment provider has not confirmed this payment, so you pay nothing. Start the checkout again',
  refunded:
    'No order was placed for this payment: the pieces were sold out, the discount code was used in another checkout, your cart was paid already, or the amount was wrong. We refund your money',
}
