import { freePort } from '@shop/stores/test-support/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProviderCheck, startWebhookCheck } from '../../paypal-simulator/src/test-support/checking-proxy.ts'
import { adminAt, approvedPayment, buy, customerAt, listProduct, startCheckout } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

/* Checks the messages between a running shop and its provider against PayPal's own documents. */

describe.runIf(process.env.SHOP_URL === undefined)('the shop and its provider', () => {
  const opening = new AsyncDisposableStack()
  let shop: Awaited<ReturnType<typeof startShop>>
  let provider: Awaited<ReturnType<typeof startProviderCheck>>
  let webhooks: Awaited<ReturnType<typeof startWebhookCheck>>
  beforeAll(async () => {
    const port = await freePort()
    const at = `http://127.0.0.1:${port}`
    provider = opening.adopt(await startProviderCheck(`${at}/simulator/paypal`), (proxy) => proxy.close())
    webhooks = opening.adopt(await startWebhookCheck(`${at}/api/webhooks/paypal`), (proxy) => proxy.close())
    const addresses = { PAYPAL_BASE_URL: provider.url, PAYPAL_WEBHOOK_URL: webhooks.url }
    shop = opening.adopt(await startShop({ DEMO: 'off', PORT: String(port), ...addresses }), (one) => one.close())
  })
  afterAll(() => opening.disposeAsync())

  test('send each other only what the documents specify', async () => {
    const admin = await adminAt(shop.url)
    const product = await listProduct(admin)
    const customer = await customerAt(shop.url)
    const order = await buy(customer, product, 2)
    const refund = await admin.post(`/api/admin/orders/${order._id}/refunds`, { amount: 5, reason: 'A loose seam' })
    expect(refund.status).toBe(201)
    const { _id: checkoutId } = await startCheckout(customer, product)
    await approvedPayment(customer, checkoutId)
    const seen = () => provider.exchanges.map(({ method, path }) => `${method} ${path.replace(/\w{17}/, ':id')}`)
    for (const call of [
      'POST /v2/checkout/orders',
      'POST /v2/checkout/orders/:id/capture',
      'POST /v2/payments/captures/:id/refund',
    ])
      await expect.poll(seen).toContain(call)
    await expect.poll(() => webhooks.exchanges.length).toBeGreaterThanOrEqual(4)
    expect(provider.deviations).toEqual([])
    expect(webhooks.deviations).toEqual([])
  })
})
