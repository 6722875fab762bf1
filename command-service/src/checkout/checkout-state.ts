import type { Checkout as CheckoutView } from '@shop/language/api/checkout'
import type { SellerProtection } from '@shop/language/api/seller-protection'
import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/bought'
import type { ProductPieces } from '@shop/language/events/stock-events'
import type { GivenDiscount } from '../discount/share-discount.ts'

export type Capture = Readonly<{ captureId: string; amountCents: number }>

/** The provider's answer that it did not take a payment: see the event `PaymentRefused`. */
export type Refusal = Readonly<{ code: string; final: boolean; meaning: 'refused' | 'not carried out'; at: string }>

/** The newest refusal of one order of the provider's, and what has followed. */
export type Refusals = Refusal &
  Readonly<{
    /** How many there were: the number of the next try. */
    times: number
    /** Whether the buyer wants to pay with it again since. */
    isRetried: boolean
  }>

/** Money of a capture that is to go back; `refundId` is the provider's, once it has gone. */
export type Refund = Readonly<{
  amountCents: number
  refundId: string | undefined
  /** The provider has accepted it, and has not completed it. */
  pending: Readonly<{ refundId: string; at: string }> | undefined
  /** How many tries the provider has refused or not carried out, or have failed there since: the number of the next one. */
  attempt: number
  /** Why it is not made, by the newest of those tries. */
  code: string | undefined
  /** When the provider did not carry it out last. */
  delayedAt: string | undefined
  /** The provider has refused it, or it has failed there: only an admin tries it again. */
  isRefused: boolean
  /** The provider's ids of those that have failed after it had accepted them. */
  failed: readonly string[]
  /** Of money that had paid the checkout, or was pending for it. */
  providerOrderId: string | undefined
}>

export type Checkout = Readonly<{
  checkoutId: string
  customerId: string
  items: readonly PricedItem[]
  totalCents: number
  /** Inside the total, and the address whose code it holds; undefined without one. */
  discount: GivenDiscount | undefined
  shippingAddress: Address | null
  /** The address's, in plain; empty if it is not known. */
  country: string
  paymentMethod: string
  startedAt: string
  expiresAt: string
  /** Its customer may not hold the last third of a product (decisions K1). */
  newcomer?: true
  status: CheckoutView['status']
  /** Whether it holds stock: from its start or reopening until the hold lapses, and again when a late payment is held. */
  held: boolean
  /** Whether all pieces of its present hold are reserved. */
  holdComplete: boolean
  /** How many of its holds have ended; also the number of its present hold, from 0. */
  lapses: number
  providerOrderIds: readonly string[]
  /** Money that the provider has taken and still looks at; only while the status is `pending`. */
  pending: (Capture & Readonly<{ providerOrderId: string }>) | undefined
  /** Why the provider refused to create an order, or did not carry that out, each time. */
  startRefusals: readonly string[]
  /** By the provider's order. */
  refusals: ReadonlyMap<string, Refusals>
  /** When it was last noted that the outcome of a capture is unknown, by the provider's order. */
  unanswered: ReadonlyMap<string, string>
  payment:
    | (Capture & Readonly<{ providerOrderId: string; paidAt: string; sellerProtection?: SellerProtection }>)
    | undefined
  /** The refunds it has requested, by capture id. */
  refunds: ReadonlyMap<string, Refund>
  /** Once it is finalized: the lines of stock that its pieces came from. */
  taken: readonly ProductPieces[]
  /** The first checkout of the purchase that it has joined, which may be itself; undefined if it has joined none (decisions S6). */
  purchaseId: string | undefined
  /** Of a purchase's first checkout: the other one that is paid first. */
  takenBy: string | undefined
  /** The checkouts that have superseded it. */
  supersededBy: readonly string[]
}>

/** Whether it holds pieces without being paid. */
export const holdsPieces = ({ status, held }: Checkout) => status === 'open' || (status === 'pending' && held)

/** Whether it is paid, and its pieces were no longer held when the money came. */
export const waitsForStock = ({ status, held }: Checkout) => status === 'paid' && !held

/** The checkout that becomes the order of a purchase, by its first checkout; undefined while none is paid (decisions S6). */
export const winnerIn = ({ checkoutId, status, payment, takenBy }: Checkout) =>
  payment && status !== 'refunded' ? checkoutId : takenBy

/** Throws CHECKOUT_NOT_PAID or PAYMENT_PENDING unless it may become an order: it is paid and its pieces are held. */
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
    'The payment provider still checks this payment. Do not pay again: it becomes your order once it is confirmed, and nothing is charged otherwise',
  paid: paidAlready,
  finalized: paidAlready,
  expired: 'The time to pay is over, and the pieces are no longer held. Start the checkout again',
  superseded: 'A newer checkout has taken the place of this one',
  abandoned: 'The pieces are not held for this checkout. Start it again',
  refused: 'The payment provider has refused this payment. Nothing was charged. Start the checkout again',
  refunded: 'What this checkout held had gone to another order when the payment came: the money goes back',
}
