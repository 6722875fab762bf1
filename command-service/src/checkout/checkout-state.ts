import type { Checkout as CheckoutView } from '@shop/language/api/checkout'
import type { SellerProtection } from '@shop/language/api/seller-protection'
import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/bought'
import type { ProductPieces } from '@shop/language/events/stock-events'
import type { GivenDiscount } from '../discount/share-discount.ts'

export type Capture = Readonly<{ captureId: string; amountCents: number }>

/** The provider's answer that it did not take a payment; see the event `PaymentRefused`. */
export type Refusal = Readonly<{ code: string; final: boolean; meaning: 'refused' | 'not carried out'; at: string }>

/** The newest refusal of one provider order, and what happened since. */
export type Refusals = Refusal &
  Readonly<{
    /** How many refusals there were; also the number of the next try. */
    times: number
    /** Whether the buyer has asked to pay with this order again since. */
    isRetried: boolean
  }>

/** Money of a capture that is to go back. `refundId` is the provider's id, once the money has gone. */
export type Refund = Readonly<{
  amountCents: number
  refundId: string | undefined
  /** The provider has accepted the refund and has not completed it. */
  pending: Readonly<{ refundId: string; at: string }> | undefined
  /** How many tries were refused, not carried out, or failed later at the provider; also the number of the next try. */
  attempt: number
  /** Why the refund is not made, according to its newest try. */
  code: string | undefined
  /** When the provider last did not carry it out. */
  delayedAt: string | undefined
  /** The provider has refused it, or it has failed there: only an admin can retry it. */
  isRefused: boolean
  /** The provider's ids of refunds that it accepted and that failed later. */
  failed: readonly string[]
  /** Set if the money had paid the checkout, or was pending for it. */
  providerOrderId: string | undefined
}>

export type Checkout = Readonly<{
  checkoutId: string
  customerId: string
  items: readonly PricedItem[]
  totalCents: number
  /** The discount, which is already part of the total, and the address whose code is held. Undefined without a code. */
  discount: GivenDiscount | undefined
  shippingAddress: Address | null
  /** The address's country, not encrypted; empty if unknown. */
  country: string
  paymentMethod: string
  startedAt: string
  expiresAt: string
  /** Its customer may not hold the last third of a product's pieces (decisions K1: limits on unpaid holds). */
  newcomer?: true
  status: CheckoutView['status']
  /** Whether it holds stock: from its start or reopening until the hold lapses, and again while a late payment is held. */
  held: boolean
  /** Whether all pieces of its current hold are reserved. */
  holdComplete: boolean
  /** How many of its holds have ended; also the number of its current hold, from 0. */
  lapses: number
  providerOrderIds: readonly string[]
  /** Money that the provider has taken and still reviews; only while the status is `pending`. */
  pending: (Capture & Readonly<{ providerOrderId: string }>) | undefined
  /** The code of each time that the provider refused to create an order, or did not carry that out. */
  startRefusals: readonly string[]
  /** By provider order. */
  refusals: ReadonlyMap<string, Refusals>
  /** When it was last recorded that a capture's outcome is unknown, by provider order. */
  unanswered: ReadonlyMap<string, string>
  payment:
    | (Capture & Readonly<{ providerOrderId: string; paidAt: string; sellerProtection?: SellerProtection }>)
    | undefined
  /** The refunds requested for this checkout, by capture id. */
  refunds: ReadonlyMap<string, Refund>
  /** Set once it is finalized: the stock lines that its pieces came from. */
  taken: readonly ProductPieces[]
  /** The first checkout of its purchase, which may be itself; undefined if it has joined none (decisions S6: one order per cart). */
  purchaseId: string | undefined
  /** Set on a purchase's first checkout: the other checkout that was paid first. */
  takenBy: string | undefined
  /** The checkouts that have superseded it. */
  supersededBy: readonly string[]
}>

/** Whether it holds pieces and is not paid. */
export const holdsPieces = ({ status, held }: Checkout) => status === 'open' || (status === 'pending' && held)

/** Whether it is paid, but its pieces were no longer held when the money came. */
export const waitsForStock = ({ status, held }: Checkout) => status === 'paid' && !held

/** Given a purchase's first checkout: the checkout that becomes the order; undefined while none is paid (decisions S6). */
export const winnerIn = ({ checkoutId, status, payment, takenBy }: Checkout) =>
  payment && status !== 'refunded' ? checkoutId : takenBy

/** Throws CHECKOUT_NOT_PAID or PAYMENT_PENDING unless the checkout may become an order: it is paid and its pieces are held. */
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
    'The payment provider is still reviewing this payment. Do not pay again: it becomes your order once it is confirmed, and nothing is charged otherwise',
  paid: paidAlready,
  finalized: paidAlready,
  expired: 'The time to pay is over, and the pieces are no longer held. Start the checkout again',
  superseded: 'A newer checkout has taken the place of this one',
  abandoned: 'The pieces are not held for this checkout. Start it again',
  refused: 'The payment provider has refused this payment. Nothing was charged. Start the checkout again',
  refunded: 'The pieces had gone to another order before this payment came. Your money goes back',
}
