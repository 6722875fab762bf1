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
  /** Whether its pieces are its own: from the start or the reopening until it lapses, or once more after late money. */
  held: boolean
  /** Whether all of them were seen to be reserved since its present hold began. */
  holdComplete: boolean
  /** How often its hold on the stock has ended. */
  lapses: number
  providerOrderIds: readonly string[]
  payment: (Capture & Readonly<{ providerOrderId: string; paidAt: string }>) | undefined
  /** By capture: whether the money to go back is back. */
  refunds: ReadonlyMap<string, boolean>
  /** The checkouts that have put it aside. */
  supersededBy: readonly string[]
}>

/** Throws CHECKOUT_NOT_PAID unless an order may be made of it: its money is there and its pieces are held. */
export function requirePaid(checkout: Checkout): asserts checkout is Checkout & { payment: object } {
  if (checkout.status === 'refunded') throw new ShopError('CHECKOUT_NOT_PAID', reasons.refunded)
  if (!checkout.payment || !checkout.held) throw new ShopError('CHECKOUT_NOT_PAID', 'This checkout is not paid yet')
}

/** Why nothing can be paid or changed any more, in words. */
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
