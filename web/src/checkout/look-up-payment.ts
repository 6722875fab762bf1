import type { CheckoutNow } from '@shop/language/checkout/api'
import { lookUpCheckout } from './checkout-api.ts'
import type { Payment } from './payment-outcome.tsx'

/** Resolves with `left` if nothing was charged and the checkout is open. */
export const lookUpPayment = (checkoutId: string, left: Payment): Promise<Payment> =>
  lookUpCheckout(checkoutId).then(
    (checkout) => paymentIn(checkout, left),
    () => ({ as: 'unknown' }),
  )

function paymentIn({ status, charged }: CheckoutNow, left: Payment): Payment {
  if (status === 'pending') return { as: 'pending' }
  if (status === 'refunded') return { as: 'refused', reason: GOES_BACK, begun: true, over: true }
  if (charged === 'yes') return { as: 'finishing' }
  if (charged === 'unknown') return { as: 'unknown' }
  return status === 'open' ? left : { as: 'refused', reason: ENDED, begun: true, over: true }
}

const GOES_BACK =
  'Your payment arrived after your pieces were sold out, or after your discount code was used in another checkout. We are refunding your money.'
const ENDED = 'This checkout has ended. Nothing was charged.'
