import * as z from 'zod'
import { ShippingAddress } from '../address/api.ts'
import { MAX_LINES, MAX_QUANTITY, MAX_TEXT } from '../limits.ts'
import { exact, Id, optionalId, text } from '../values/text.ts'
import type * as answers from './answers.ts'

/** The shop compares `price` with the catalog's price, and always charges the catalog's price (decisions M1: the server prices). */
const CheckoutItem = z.object({
  productId: Id,
  size: exact(MAX_TEXT.word),
  color: exact(MAX_TEXT.word),
  quantity: z.int().min(1).max(MAX_QUANTITY),
  price: z.number(),
})

export const StartCheckoutBody = z.object({
  checkoutItems: z.array(CheckoutItem).min(1, 'The checkout has no items').max(MAX_LINES),
  shippingAddress: ShippingAddress.prefault({}),
  /** Any letter case is accepted (decisions P20). */
  paymentMethod: z
    .string()
    .regex(/^[Pp][Aa][Yy][Pp][Aa][Ll]$/)
    .default('PayPal')
    .transform(() => 'PayPal'),
  totalPrice: z
    .number()
    .describe('The sum of the lines; the shop accepts it before or after the discount of `discountCode`'),
  /** Null and an empty text mean no code (decisions P15: newsletter discount). */
  discountCode: text(MAX_TEXT.word)
    .describe(
      "The code of the discount on a first order. The newsletter mailed it to the account's address. Letter case does not matter",
    )
    .nullish()
    .transform((code) => code?.trim() || undefined),
})
export type StartCheckoutBody = z.output<typeof StartCheckoutBody>

/**
 * A hint, and not a proof, that a payment was made. The shop reads only ids from this body, and queries the provider for all other facts
 * (decisions M2: "paid" is verified; decisions M4).
 */
export const PayBody = z.object({
  checkoutId: optionalId,
  paymentStatus: z.literal('paid'),
  paymentDetails: z
    .object({
      id: exact(100).optional(),
      orderID: exact(100).optional(),
    })
    .nullish(),
})
export type PayBody = z.output<typeof PayBody>

export type OrderItem = z.output<typeof answers.OrderItem>
export type Checkout = z.output<typeof answers.Checkout>
export type CheckoutNow = z.output<typeof answers.CheckoutNow>
export type StartedCheckout = z.output<typeof answers.StartedCheckout>
export type PaymentStarted = z.output<typeof answers.PaymentStarted>
