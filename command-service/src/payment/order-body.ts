import { linesOf, usd } from './order-lines.ts'
import { shippingOf } from './order-shipping.ts'
import type { OrderedGoods } from './payment-provider.ts'

type Options = Readonly<{ attempt: number; merchantId: string | undefined }>

/**
 * The body that creates an order (Orders v2, `order_request`): the total, the lines that PayPal shows, and the address that seller
 * protection needs (decisions M16 and ADR 45). PayPal charges the total; the lines and the address never change the total.
 */
export const orderBody = (
  { checkoutId, totalCents, items, shippingAddress, leavesOut }: OrderedGoods,
  { attempt, merchantId }: Options,
) => {
  const shipping = leavesOut || !shippingAddress ? undefined : shippingOf(shippingAddress)
  const isGiven = typeof shipping === 'object'
  const lines = leavesOut === 'the address and the lines' ? undefined : linesOf(items, totalCents)
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: checkoutId,
        // PayPal accepts no second payment with the same invoice id.
        invoice_id: `${checkoutId}-${attempt}`,
        amount: { ...usd(totalCents), ...(lines && { breakdown: lines.breakdown }) },
        ...(lines && { items: lines.items }),
        ...(isGiven && { shipping }),
        ...(merchantId && { payee: { merchant_id: merchantId } }),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          shipping_preference: isGiven ? 'SET_PROVIDED_ADDRESS' : 'NO_SHIPPING',
          user_action: 'PAY_NOW',
        },
      },
    },
  }
}
