import { type Customer, type DemoShop, HOUR_MS, MINUTE_MS } from './demo-shop.ts'
import type { Story } from './passing-time.ts'

/** TABLE: probabilities during a payment. */
const LIKELY = {
  givesUp: 0.06,
  isDeclined: 0.05,
  triesAgain: 0.6,
  isReviewed: 0.02,
  isAcceptedThen: 0.8,
  closesThePage: 0.04,
}

export async function* pay(demo: DemoShop, customer: Customer, checkoutId: string, tries = 1): Story {
  const { shop, chance } = demo
  const { token } = customer
  const begun = await shop.ask('POST', `/checkouts/${checkoutId}/payment`, { token, mayBe: ['CONFLICT'] })
  if (begun.status >= 300) return
  const orderId = begun.body.id as string
  yield chance.between(0.5, 4) * MINUTE_MS
  if (chance.happens(LIKELY.givesUp)) return
  const isDeclined = tries === 1 && chance.happens(LIKELY.isDeclined)
  const isReviewed = !isDeclined && chance.happens(LIKELY.isReviewed)
  if (isDeclined || isReviewed)
    await shop.atProvider('/faults', { orderId, fault: isDeclined ? 'declined' : 'pending' })
  await shop.atProvider(`/v2/checkout/orders/${orderId}/approve`)
  // If the customer closes the page, the shop places the order without the browser.
  if (chance.happens(LIKELY.closesThePage)) return
  const body = { checkoutId, paymentStatus: 'paid', paymentDetails: { id: orderId } }
  const mayBe = ['PAYMENT_NOT_VERIFIED', 'PAYMENT_PENDING', 'CONFLICT']
  const paid = await shop.ask('PUT', '/checkouts/pay', { token, body, mayBe })
  if (isReviewed) {
    yield chance.between(6, 40) * HOUR_MS
    const outcome = chance.happens(LIKELY.isAcceptedThen) ? 'completed' : 'denied'
    await shop.atProvider(`/orders/${orderId}/settle`, { outcome })
    return
  }
  if (paid.status >= 300) {
    yield chance.between(1, 5) * MINUTE_MS
    if (tries < 3 && chance.happens(LIKELY.triesAgain)) yield* pay(demo, customer, checkoutId, tries + 1)
    return
  }
  yield chance.between(0.02, 0.2) * MINUTE_MS
  await shop.ask('POST', `/checkouts/${checkoutId}/finalize`, { token })
}
