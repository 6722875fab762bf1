import type { OrderedGoods } from './payment-provider.ts'
import { decimalText } from './paypal-shapes.ts'

type Options = Readonly<{ attempt: number; merchantId: string | undefined }>

/** The body that creates an order (Orders v2, `order_request`). */
export const orderBody = ({ checkoutId, totalCents }: OrderedGoods, { merchantId }: Options) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: checkoutId,
      amount: { currency_code: 'USD', value: decimalText(totalCents) },
      ...(merchantId && { payee: { merchant_id: merchantId } }),
    },
  ],
  application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
})
