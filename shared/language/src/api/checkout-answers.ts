import * as z from 'zod'
import { ShippingAddress } from './address.ts'
import { dollars, id, listOf, moment, picture, word } from './answer-values.ts'
import { MAX_QUANTITY, MAX_TEXT } from './limits.ts'

/** One bought piece, in a checkout and in an order alike. */
export const OrderItem = z.object({
  productId: id,
  name: z.string().max(MAX_TEXT.productName),
  image: picture,
  price: dollars,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  size: word,
  color: word,
  sku: word.exactOptional(),
})

/** What a checkout and its order are both answered with; two fields have two names (decisions P11). */
export const purchase = {
  _id: id,
  createdAt: moment,
  checkoutItems: listOf(OrderItem),
  orderItems: listOf(OrderItem),
  shippingAddress: ShippingAddress,
  shippingMethod: z.literal('Free'),
  paymentMethod: z.string(),
  discount: dollars.exactOptional().describe('What a code took off the prices of the lines; it is inside the total'),
  total: dollars,
  totalPrice: dollars,
}

export const Checkout = z.object({
  ...purchase,
  expiresAt: moment.describe('Until then the stock is reserved'),
  status: z.enum(['open', 'pending', 'paid', 'finalized', 'expired', 'superseded', 'abandoned', 'refused', 'refunded']),
  isPaid: z.boolean(),
  isFinalized: z.boolean(),
})

/** Answer of POST /api/checkout: the checkout as the documented client reads it, and beside it as related clients do (decisions P20). */
export const StartedCheckout = Checkout.extend({ checkout: Checkout })

/** Answer of GET /api/checkout/{id}: the checkout as the log has it, and what the payment provider reports. */
export const CheckoutNow = Checkout.extend({
  charged: z
    .enum(['no', 'yes', 'unknown'])
    .describe('Whether money was taken for it, also if it goes back. `unknown`: do not pay again, the shop finds out'),
})

/** Answer of POST /api/checkout/{id}/payment: the provider's order. */
export const PaymentStarted = z.object({ id: z.string().min(1) })
