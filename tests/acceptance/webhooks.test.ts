import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { adminAt, approve, type Customer, customerAt, listProduct, pay, startCheckout } from '../support/people.ts'
import { startShop, writtenSince } from '../support/shop.ts'
import { ordersOf } from '../support/shopping.ts'

/** Counts the webhooks that the shop in this process receives from now on. */
function countTaken() {
  let taken = 0
  const seen = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.url?.endsWith('/webhooks/paypal') && response.statusCode === 200) taken++
  }
  subscribe('http.server.response.finish', seen)
  onTestFinished(() => void unsubscribe('http.server.response.finish', seen))
  return () => taken
}

describe.runIf(process.env.SHOP_URL === undefined)('webhooks of the payment provider', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let admin: ShopCaller
  let product: { _id: string; name: string; price: number }
  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off', SIMULATOR_FAULTS: 'on' })
    admin = await adminAt(shop.url)
    product = await listProduct(admin, { countInStock: 100 })
  })
  afterAll(() => shop?.close())

  const anonymous = () => callerAt(shop.url)
  const sends = (body: object) => anonymous().post('/simulator/paypal/webhooks', body)

  /** A customer who has started a payment. */
  async function begun() {
    const customer = await customerAt(shop.url)
    const { _id: checkoutId } = await startCheckout(customer, product)
    const { body } = await customer.post(`/api/checkout/${checkoutId}/payment`)
    return { customer, checkoutId, orderId: body.id as string }
  }
  const orderCount = async (customer: Customer) => (await ordersOf(customer)).length

  test('finish a purchase whose browser never calls, even if each webhook is sent twenty-five times', async () => {
    const { customer, orderId } = await begun()
    const taken = countTaken()
    await approve(anonymous(), orderId)
    expect(await sends({ orderId, event: 'CHECKOUT.ORDER.APPROVED', times: 25 })).toMatchObject({ status: 202 })
    await expect.poll(taken).toBe(25)
    await expect.poll(() => orderCount(customer)).toBe(1)
    expect(await ordersOf(customer)).toMatchObject([{ isPaid: true }])
  })

  test.each(['5xx-after-capture', 'reply-dropped', 'slow'])(
    'finish a purchase whose capture has no answer (%s), and the buyer reads that its outcome is not known yet',
    { timeout: 120_000 },
    async (fault) => {
      const { customer, checkoutId, orderId } = await begun()
      await anonymous().post('/simulator/paypal/faults', { orderId, fault })
      await approve(anonymous(), orderId)
      const { body } = await pay(customer, checkoutId, orderId)
      expect(body.message).toMatch(/^We do not know yet whether this payment succeeded\. Do not pay again/)
      await expect.poll(() => orderCount(customer), { timeout: 60_000 }).toBe(1)
      expect(await ordersOf(customer)).toMatchObject([{ isPaid: true }])
    },
  )

  test('can arrive early, late and out of order: the browser still gets the one order', async () => {
    const { customer, checkoutId, orderId } = await begun()
    const taken = countTaken()
    await approve(anonymous(), orderId)
    await sends({ orderId, event: 'CHECKOUT.ORDER.APPROVED', delayMs: 500 })
    expect((await pay(customer, checkoutId, orderId)).status).toBe(200)
    await sends({ orderId, event: 'PAYMENT.CAPTURE.COMPLETED', times: 3 })
    const order = await customer.post(`/api/checkout/${checkoutId}/finalize`)
    expect(order).toMatchObject({ status: 200, body: { _id: checkoutId } })
    await expect.poll(taken).toBe(4)
    expect(await customer.post(`/api/checkout/${checkoutId}/finalize`)).toMatchObject({ body: order.body })
    expect(await ordersOf(customer)).toMatchObject([{ _id: checkoutId, isPaid: true }])
  })

  test('without a signature are refused and not recorded', async () => {
    const { customer, orderId } = await begun()
    const forged = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } }
    const before = await shop.head()
    for (const headers of [{}, { 'paypal-auth-algo': 'SHA256withRSA', 'paypal-cert-url': 'https://evil.test/cert' }]) {
      const answer = await anonymous().post('/api/webhooks/paypal', forged, { headers })
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
      expect(await writtenSince(before, shop, answer)).toEqual([])
    }
    expect(await orderCount(customer)).toBe(0)
  })

  test('report that a dispute took the money back, and that the shop has won it', async () => {
    const { customer, checkoutId, orderId } = await begun()
    await approve(anonymous(), orderId)
    await pay(customer, checkoutId, orderId)
    await customer.post(`/api/checkout/${checkoutId}/finalize`)
    const settle = (body: object) => anonymous().post(`/simulator/paypal/orders/${orderId}/settle`, body)
    const kinds = async () => {
      const { body } = await admin.get(`/api/admin/cases?search=${checkoutId}&status=open`)
      return body.map(({ kind }: { kind: string }) => kind).toSorted()
    }
    const refundedTotal = async () => (await admin.get(`/api/orders/${checkoutId}`)).body.refundedTotal
    await sends({ orderId, event: 'CUSTOMER.DISPUTE.CREATED' })
    await settle({ reversed: true, webhook: true })
    await expect.poll(kinds).toEqual(['dispute', 'refund-at-provider'])
    expect(await refundedTotal()).toBe(product.price)
    await settle({ reversed: false })
    await sends({ orderId, event: 'CUSTOMER.DISPUTE.RESOLVED', times: 2 })
    await expect.poll(refundedTotal).toBe(0)
    await expect.poll(kinds).toEqual([])
  })

  test('report a dispute, which opens a case, and a refund at the provider, which is added to the order', async () => {
    const { customer, checkoutId, orderId } = await begun()
    await approve(anonymous(), orderId)
    await pay(customer, checkoutId, orderId)
    await customer.post(`/api/checkout/${checkoutId}/finalize`)
    await sends({ orderId, event: 'CUSTOMER.DISPUTE.CREATED', times: 2 })
    await anonymous().post(`/simulator/paypal/orders/${orderId}/refund`, {})
    await sends({ orderId, event: 'PAYMENT.CAPTURE.REFUNDED' })
    const about = async () => (await admin.get(`/api/admin/cases?search=${checkoutId}&status=open`)).body
    await expect.poll(async () => (await about()).length).toBe(1)
    const [dispute] = (await about()) as { _id: string; kind: string }[]
    expect(dispute?.kind).toBe('dispute')
    const order = async () => (await admin.get(`/api/orders/${checkoutId}`)).body
    await expect.poll(async () => (await order()).refundedTotal).toBe(product.price)
    const { body: history } = await admin.get(`/api/admin/cases/${dispute?._id}/history`)
    expect(history.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['Checkout paid', 'Order placed', 'Signal received', 'Case opened']),
    )
    const closed = await admin.post(`/api/admin/cases/${dispute?._id}/close`, { reason: 'The buyer has their parcel' })
    expect(closed).toMatchObject({ status: 200, body: { status: 'closed', orderId: checkoutId } })
    expect(await about()).toEqual([])
  })
})

describe.runIf(process.env.SHOP_URL === undefined)('test payments without planned faults', () => {
  test('send the webhooks for each act by themselves, so a buyer who approves and leaves has an order', async () => {
    const shop = await startShop({ DEMO: 'off' })
    try {
      const product = await listProduct(await adminAt(shop.url))
      const customer = await customerAt(shop.url)
      const { _id } = await startCheckout(customer, product)
      const { body } = await customer.post(`/api/checkout/${_id}/payment`)
      await approve(callerAt(shop.url), body.id)
      await expect.poll(async () => (await ordersOf(customer)).length).toBe(1)
    } finally {
      await shop.close()
    }
  })
})
