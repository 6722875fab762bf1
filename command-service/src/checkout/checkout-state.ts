import type { Checkout as CheckoutView } from '@shop/language/checkout/api'
import type { SellerProtection } from '@shop/language/checkout/seller-protection'
import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/bought'
import type { ProductPieces } from '@shop/language/stock/events'
import type { GivenDiscount } from '../discount/share-discount.ts'

export type Capture = Readonly<{ captureId: string; amountCents: number }>

/** The provider's answer that it did not take a payment; see the event `PaymentRefused`. */
export type Refusal = Readonly<{ code: string; final: boolean; meaning: 'refused' | 'not carried out'; at: string }>

/** The newest refusal of one provider order, and what has happened after it. */
export type Refusals = Refusal &
  Readonly<{
    /** The number of refusals. The next try has this number. */
    times: number
    /** Whether the buyer has asked to pay with this order again after the refusal. */
    isRetried: boolean
  }>

/** Money of a capture that must go back. `refundId` is the provider's id of the refund, once the refund is made. */
export type Refund = Readonly<{
  amountCents: number
  refundId: string | undefined
  /** Set if the provider has accepted the refund and has not made it yet. */
  pending: Readonly<{ refundId: string; at: string }> | undefined
  /** The number of tries that were refused, not carried out, or failed later. The next try has this number. */
  attempt: number
  /** The reason why the refund is not made, according to its newest try. */
  code: string | undefined
  /** The time of the last try that the provider did not carry out. */
  delayedAt: string | undefined
  /** The provider has refused the refund, or the refund has failed at the provider. Only an admin can retry it. */
  isRefused: boolean
  /** The provider's ids of the accepted refunds that failed later. */
  failed: readonly string[]
  /** The provider order, if this money was the checkout's payment or its pending payment. Undefined for other money, such as a second payment. */
  providerOrderId: string | undefined
}>

export type Checkout = Readonly<{
  checkoutId: string
  customerId: string
  items: readonly PricedItem[]
  totalCents: number
  /** The discount, already subtracted from `totalCents`, and the key of the e-mail address whose code is held. Undefined without a code. */
  discount: GivenDiscount | undefined
  shippingAddress: Address | null
  /** The country of the address, not encrypted. Empty if unknown. */
  country: string
  paymentMethod: string
  startedAt: string
  expiresAt: string
  /**
   * Set if the customer is a newcomer. Newcomers must not hold the last third of a product's pieces (decisions K1: limits on unpaid holds).
   */
  newcomer?: true
  status: CheckoutView['status']
  /**
   * Whether the checkout holds stock. It holds stock from its start or reopening until the hold lapses. It holds stock again once the
   * pieces for a late payment are reserved.
   */
  held: boolean
  /** Whether all pieces of the current hold are reserved. */
  holdComplete: boolean
  /** The number of holds that have ended. The current hold has the same number, because holds are numbered from 0. */
  lapses: number
  providerOrderIds: readonly string[]
  /** Money that the provider has taken and still reviews; only while the status is `pending`. */
  pending: (Capture & Readonly<{ providerOrderId: string }>) | undefined
  /** The codes of the tries to create a provider order that failed: the provider refused these tries, or did not carry them out. */
  startRefusals: readonly string[]
  /** The refusals, by the provider's id of the order. */
  refusals: ReadonlyMap<string, Refusals>
  /**
   * The provider's orders for which the shop does not know whether the payment was captured. The value is the time at which the shop last
   * recorded this.
   */
  unanswered: ReadonlyMap<string, string>
  payment:
    | (Capture & Readonly<{ providerOrderId: string; paidAt: string; sellerProtection?: SellerProtection }>)
    | undefined
  /** The refunds requested for this checkout, by capture id. */
  refunds: ReadonlyMap<string, Refund>
  /** The stock lines that the pieces came from. Set once the checkout is finalized. */
  taken: readonly ProductPieces[]
  /** The purchase that the checkout has joined, if any (decisions S6: one order per cart). */
  purchaseId: string | undefined
  /** On the first checkout of a purchase: the id of another checkout of the purchase, if that other checkout was paid first. */
  takenBy: string | undefined
  /** The checkouts that have superseded this checkout. */
  supersededBy: readonly string[]
}>

/** Whether the checkout holds pieces and is not paid. */
export const holdsPieces = ({ status, held }: Checkout) => status === 'open' || (status === 'pending' && held)

/** Whether the checkout is paid, but its pieces were no longer held when the money came. */
export const waitsForStock = ({ status, held }: Checkout) => status === 'paid' && !held

/**
 * The checkout that becomes the order of a purchase, read from the purchase's first checkout. Undefined while no checkout is paid
 * (decisions S6).
 */
export const winnerIn = ({ checkoutId, status, payment, takenBy }: Checkout) =>
  payment && status !== 'refunded' ? checkoutId : takenBy

/**
 * Requires that the checkout can become an order: it is paid, and its pieces are held. Otherwise throws CHECKOUT_NOT_PAID or
 * PAYMENT_PENDING.
 */
export function requirePaid(checkout: Checkout): asserts checkout is Checkout & { payment: object } {
  if (checkout.status === 'pending') throw notOpen('pending')
  if (checkout.status === 'refunded') throw new ShopError('CHECKOUT_NOT_PAID', reasons.refunded)
  if (!checkout.payment || !checkout.held) throw new ShopError('CHECKOUT_NOT_PAID', 'This checkout is not paid yet')
}

/** The refusal to pay or change a checkout that is not open. */
export const notOpen = (status: Checkout['status']) =>
  new ShopError(status === 'pending' ? 'PAYMENT_PENDING' : 'CONFLICT', reasons[status])

const paidAlready = 'This checkout is paid already'
const reasons: Record<Checkout['status'], string> = {
  open: 'This checkout waits for its payment',
  pending:
    'The payment provider is still reviewing this payment. Do not pay again. If it is confirmed, we place your order. If it is not confirmed, nothing is charged',
  paid: paidAlready,
  finalized: paidAlready,
  expired: 'The time to pay is over, and we no longer hold the pieces. Start the checkout again',
  superseded: 'A newer checkout has replaced this one',
  abandoned: 'The pieces are not held for this checkout. Start it again',
  refused: 'The payment provider has refused this payment. Nothing was charged. Start the checkout again',
  refunded: 'The pieces were sold before this payment arrived, so no order was placed. We refund your money',
}
