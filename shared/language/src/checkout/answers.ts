import * as z from 'zod'
import { ShippingAddress } from '../address/api.ts'
import { MAX_QUANTITY, MAX_TEXT } from '../limits.ts'
import { dollars, id, listOf, moment, picture, word } from '../values/answer-values.ts'

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

/** The items and the total each have two names (decisions P11: fields of an order). */
export const purchase = {
  _id: id,
  createdAt: moment,
  checkoutItems: listOf(OrderItem),
  orderItems: listOf(OrderItem),
  shippingAddress: ShippingAddress,
  shippingMethod: z.literal('Free'),
  paymentMethod: z.string(),
  discount: dollars.exactOptional().describe('The discount by a code; `total` is the amount after the discount'),
  total: dollars,
  totalPrice: dollars,
}

export const Checkout = z.object({
  ...purchase,
  expiresAt: moment.describe('The stock is reserved until this moment'),
  status: z.enum(['open', 'pending', 'paid', 'finalized', 'expired', 'superseded', 'abandoned', 'refused', 'refunded']),
  isPaid: z.boolean(),
  isFinalized: z.boolean(),
})

/**
 * The documented client reads the fields of the checkout. Other clients read the same checkout from the field `checkout` (decisions P20).
 */
export const StartedCheckout = Checkout.extend({ checkout: Checkout })

/** Answer of GET /api/checkout/{id}: the checkout from the log, and what the payment provider reports. */
export const CheckoutNow = Checkout.extend({
  charged: z
    .enum(['no', 'yes', 'unknown'])
    .describe(
      'Whether money was taken, even if it was refunded. If `unknown`, do not pay again: the shop is still checking',
    ),
})

/** Answer of POST /api/checkout/{id}/payment. `id` is the id of the provider's order. */
export const PaymentStarted = z.object({ id: z.string().min(1) })
