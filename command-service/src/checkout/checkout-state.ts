import type { Checkout as CheckoutView } from '@shop/language/api/checkout'
import { ShopError } from '@shop/language/errors'
import type { Address, PricedItem } from '@shop/language/events/checkout-events'

export type Capture = Readonly<{ captureId: string; amountCents: number }>

export type Checkout = Readonly<{
  checkoutId: string
  customerId: string
  items: readonly PricedItem[]
  totalCents: number
  shippingAddress: Address | null
  paymentMethod: string
  startedAt: string
  expiresAt: string
  status: CheckoutView['status']
  /** Whether it holds stock: from its start or reopening until the hold lapses, and again when a late payment is held. */
  held: boolean
  /** Whether all pieces of its present hold are reserved. */
  holdComplete: boolean
  /** How many of its holds have ended; also the number of its present hold, from 0. */
  lapses: number
  providerOrderIds: readonly string[]
  payment: (Capture & Readonly<{ providerOrderId: string; paidAt: string }>) | undefined
  /** The refunds it has requested, by capture id: whether the money was refunded. */
  refunds: ReadonlyMap<string, boolean>
  /** The checkouts that have superseded it. */
  supersededBy: readonly string[]
}>

/** Throws CHECKOUT_NOT_PAID unless it may become an order: it is paid and its pieces are held. */
export function requirePaid(checkout: Checkout): asserts checkout is Checkout & { payment: object } {
  if (checkout.status === 'refunded') throw new ShopError('CHECKOUT_NOT_PAID', reasons.refunded)
  if (!checkout.payment || !checkout.held) throw new ShopError('CHECKOUT_NOT_PAID', 'This checkout is not paid yet')
}

/** The refusal to pay or change a checkout that is not open. */
export const notOpen = (status: Checkout['status']) => new ShopError('CONFLICT', reasons[status])

const paidAlready = 'This checkout is paid already'
const reasons: Record<Checkout['status'], string> = {
  open: 'This checkout waits for its payment',
  paid: paidAlready,
  finalized: paidAlready,
  expired: 'The time to pay is over, and the pieces are no longer held. Start the checkout again',
  superseded: 'A newer checkout has taken the place of this one',
  abandoned: 'The pieces could not be held for this checkout. Start it again',
  refunded: 'The pieces were sold out when the payment came: the money goes back',
}
