import { afterEach, expect, test } from 'vitest'
import { expectFair } from '../test-support/expect-fair.ts'
import { DEBUG_ID } from '../test-support/fake-paypal-answers.ts'
import { HOUR_MS, MINUTE_MS, openPaypalShop, type PaypalShop } from '../test-support/paypal-shop.ts'

/* Public reports of problems that other shops had with PayPal. Each test shows that this shop does not have the problem. */

let shop: PaypalShop
afterEach(async () => shop.close())

const open = async () => {
  shop = await openPaypalShop('conflicts')
  return shop.openTab()
}
async function ends(orders: number) {
  await shop.world.live(10 * HOUR_MS)
  expectFair(shop, orders)
}

// https://github.com/woocommerce/woocommerce-paypal-payments/issues/4633
test('a declined card leaves the checkout payable', async () => {
  const tab = await open()
  shop.paypal.plan('capture', { status: 422, issue: 'INSTRUMENT_DECLINED' })
  expect(await tab.press()).toBe('PAYMENT_NOT_VERIFIED')
  await shop.world.live(5 * MINUTE_MS)
  expect(shop.calls('capture')).toHaveLength(1)
  expect(await tab.press()).toBe('PAID')
  expect(shop.paypal.ledger.orders.size, 'with the same order').toBe(1)
  await ends(1)
})

// https://github.com/woocommerce/woocommerce-paypal-payments/issues/4489
test('a webhook of the approval that comes seconds before the browser makes one order, and the browser shows it', async () => {
  const tab = await open()
  await tab.approve()
  await shop.world.signal({ what: 'CHECKOUT.ORDER.APPROVED', providerOrderId: tab.providerOrderId })
  await shop.world.live(3_000)
  expect(await tab.returns()).toBe('PAID')
  await ends(1)
})

// https://github.com/woocommerce/woocommerce-paypal-payments/issues/4058
test('webhooks and the browser make one order of one PayPal order', async () => {
  const tab = await open()
  await tab.approve()
  const { providerOrderId } = tab
  const captured = { what: 'PAYMENT.CAPTURE.COMPLETED', signalId: 'WH-2', captureId: `CAPTURE-${providerOrderId}` }
  await shop.world.signal({ what: 'CHECKOUT.ORDER.APPROVED', providerOrderId }, 5)
  await Promise.all([shop.world.live(1_000), tab.returns()])
  await shop.world.signal({ ...captured, providerOrderId, amountCents: 2500 }, 5)
  await ends(1)
})

// https://github.com/angelleye/paypal-woocommerce/issues/2129
test('a payment that another client has captured becomes the order, and is not captured twice', async () => {
  const tab = await open()
  await tab.approve()
  shop.paypal.ledger.capture(tab.providerOrderId)
  shop.paypal.plan('get', { status: 500 })
  expect(await tab.returns()).toBe('PROVIDER_UNAVAILABLE')
  expect(await tab.returns()).toBe('PAID')
  await ends(1)
})

// https://github.com/umbraco/Umbraco.Commerce.Issues/issues/395
test('an empty answer to a capture charges once, even if the buyer presses three times', async () => {
  const tab = await open()
  shop.paypal.plan('capture', { reply: 'empty', moves: 'first', times: 3 })
  const read = [await tab.press()]
  while (read.length < 3 && read.at(-1) !== 'PAID') read.push(await tab.press())
  expect(read.at(-1)).toBe('PAID')
  expect(shop.paypal.ledger.orders.size).toBe(1)
  await ends(1)
})

// https://github.com/dujiao-next/dujiao-next/issues/260
test('PayPal’s issue and debug id are in the merchant’s case, and a captured payment does not stay pending', async () => {
  const tab = await open()
  shop.paypal.plan('capture', { status: 422, issue: 'PAYEE_ACCOUNT_RESTRICTED' })
  await tab.press()
  expect(shop.of('CaseOpened')).toMatchObject([
    { kind: 'payments-refused', code: 'PAYEE_ACCOUNT_RESTRICTED', debugId: DEBUG_ID },
  ])
  shop.paypal.plan('capture', { status: 500, moves: 'first' })
  expect(await tab.press()).toBe('PROVIDER_UNAVAILABLE')
  await shop.world.live(MINUTE_MS)
  expect(shop.of('OrderPlaced')).toHaveLength(1)
  await ends(1)
})

// https://github.com/woocommerce/woocommerce-paypal-payments/issues/241
test.each(['with', 'without'])('a refund in PayPal’s dashboard is found %s its webhook', async (how) => {
  const tab = await open()
  await tab.press()
  const { order, refund } = shop.paypal.ledger.refund(`CAPTURE-${tab.providerOrderId}`, {})
  const captureId = order.capture?.id ?? ''
  const said = { what: 'PAYMENT.CAPTURE.REFUNDED', signalId: 'WH-3', refundId: refund.id, captureId, amountCents: 2500 }
  if (how === 'with') await shop.world.signal(said)
  // Without a webhook, the shop finds the refund when it wants to refund the money itself.
  else await shop.refund(tab.checkoutId)
  await shop.world.live(HOUR_MS)
  const refunds = [...shop.of('RefundNoted'), ...shop.of('OrderRefunded')]
  expect(refunds.map(({ amountCents }) => amountCents)).toEqual([2500])
  expect(shop.openCases()).toEqual([])
})

// https://github.com/opencollective/opencollective/issues/4368
test.each([
  ['COMPLETED', 1],
  ['DECLINED', 0],
  ['REFUNDED', 0],
])('a pending capture is no order until PayPal decides: %s', async (decision, orders) => {
  const tab = await open()
  Object.assign(shop.paypal.ledger.next, { capture: 'PENDING', reason: 'PENDING_REVIEW' })
  expect(await tab.press()).toBe('PAYMENT_PENDING')
  await shop.world.live(HOUR_MS)
  expect(shop.of('OrderPlaced')).toEqual([])
  expect(await tab.returns()).toBe('PAYMENT_PENDING')
  shop.paypal.ledger.review(tab.providerOrderId, decision)
  await shop.world.live(80 * HOUR_MS)
  expect(shop.of('OrderPlaced')).toHaveLength(orders)
  expect(shop.reserved()).toEqual([])
})

// https://github.com/paypal/Checkout-NodeJS-SDK/pull/46
test.each(['DECLINED', 'FAILED'])('a completed order whose capture is %s is not paid', async (status) => {
  const tab = await open()
  shop.paypal.ledger.next.capture = status
  expect(await tab.press()).toBe('PAYMENT_NOT_VERIFIED')
  await shop.world.live(HOUR_MS)
  shop.paypal.ledger.next.capture = 'COMPLETED'
  expect(await tab.press()).toBe('PAID')
  await ends(1)
})

// https://github.com/Automattic/woocommerce-payments/issues/1195
test.each([
  ['COMPLETED', 1],
  ['FAILED', 0],
  ['CANCELLED', 0],
])('a pending refund is not reported as made, and ends as PayPal decides: %s', async (decision, made) => {
  const tab = await open()
  await tab.press()
  shop.paypal.ledger.next.refund = 'PENDING'
  await shop.refund(tab.checkoutId)
  await shop.world.live(HOUR_MS)
  expect(shop.of('OrderRefunded')).toEqual([])
  const [order] = shop.paypal.ledger.orders.values()
  for (const refund of order?.refunds ?? []) refund.status = decision
  await shop.world.live(30 * HOUR_MS)
  expect(shop.of('OrderRefunded')).toHaveLength(made)
  expect(shop.openCases().map((text) => text.split(' ')[0])).toEqual(made ? [] : ['refund-refused'])
  if (made) return
  shop.paypal.ledger.next.refund = 'COMPLETED'
  await shop.world.retryCase(shop.of('CaseOpened')[0]?.caseId ?? '')
  await shop.world.live(HOUR_MS)
  expect(shop.of('OrderRefunded')).toHaveLength(1)
  expect(shop.paypal.ledger.kept()).toEqual([])
})

// https://github.com/Waschtl904/song-nexus/issues/12
test.each(['with', 'without'])('a buyer who closes the tab after paying gets the order, %s a webhook', async (how) => {
  const tab = await open()
  await tab.approve()
  const { providerOrderId } = tab
  if (how === 'with') await shop.world.signal({ what: 'CHECKOUT.ORDER.APPROVED', providerOrderId })
  await shop.world.live(MINUTE_MS)
  expect(shop.of('OrderPlaced')).toHaveLength(1)
  await ends(1)
})
