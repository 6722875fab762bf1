import * as z from 'zod'
import { MAX_LINES, MAX_QUANTITY, MAX_TEXT } from './limits.ts'
import { Id, optionalId, text } from './text.ts'

const field = text(MAX_TEXT.address)
  .nullish()
  .transform((value) => value ?? '')

/** No field is required (decisions P16). */
export const ShippingAddress = z.object({
  firstName: field,
  lastName: field,
  address: field,
  city: field,
  postalCode: field,
  country: field,
  phone: field,
})
export type ShippingAddress = z.output<typeof ShippingAddress>

/** The browser's price is compared with the catalogue's, never used (decisions M1). */
const CheckoutItem = z.object({
  productId: Id,
  size: text(MAX_TEXT.word),
  color: text(MAX_TEXT.word),
  quantity: z.int().min(1).max(MAX_QUANTITY),
  price: z.number(),
})

export const StartCheckoutBody = z.object({
  checkoutItems: z.array(CheckoutItem).min(1, 'There is nothing to check out').max(MAX_LINES),
  shippingAddress: ShippingAddress.prefault({}),
  paymentMethod: z.literal('PayPal').default('PayPal'),
  totalPrice: z.number(),
})
export type StartCheckoutBody = z.output<typeof StartCheckoutBody>

/** A hint, not a proof: only ids are read from it, the provider is asked for the rest (decisions M2, M4). */
export const PayBody = z.object({
  checkoutId: optionalId,
  paymentStatus: z.literal('paid'),
  paymentDetails: z
    .object({
      id: z.string().max(100).optional(),
      orderID: z.string().max(100).optional(),
    })
    .nullish(),
})
export type PayBody = z.output<typeof PayBody>

/** One bought piece, in a checkout and in an order alike. */
export type OrderItem = {
  productId: string
  name: string
  image: string
  /** Decimal dollars. */
  price: number
  quantity: number
  size: string
  color: string
  sku?: string
}

export type Checkout = {
  _id: string
  createdAt: string
  /** Until then the stock is reserved. */
  expiresAt: string
  status: 'open' | 'pending' | 'paid' | 'finalized' | 'expired' | 'superseded' | 'abandoned' | 'refused' | 'refunded'
  checkoutItems: readonly OrderItem[]
  orderItems: readonly OrderItem[]
  shippingAddress: ShippingAddress
  shippingMethod: 'Free'
  paymentMethod: string
  /** Decimal dollars, both names alike (decisions P11). */
  total: number
  totalPrice: number
  isPaid: boolean
  isFinalized: boolean
}

/** Answer of POST /api/checkout. */
export type StartedCheckout = { checkout: Checkout }

/** Answer of POST /api/checkout/{id}/payment: the provider's order. */
export type PaymentStarted = { id: string }
