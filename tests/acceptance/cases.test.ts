import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { adminAt, approve, type Customer, customerAt, listProduct, pay, startCheckout } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

const reason = 'Nobody may pay in euros'

describe.runIf(process.env.SHOP_URL === undefined)('money that needs attention', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let admin: ShopCaller
  let customer: Customer
  let product: { _id: string; name: string; price: number }
  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off', SIMULATOR_FAULTS: 'on' })
    admin = await adminAt(shop.url)
    customer = await customerAt(shop.url)
    product = await listProduct(admin, { price: 25 })
  })
  afterAll(() => shop?.close())

  const plan = (fault: object) => callerAt(shop.url).post('/simulator/paypal/faults', fault)

  /** Makes a payment whose money is captured in another currency. Returns the path of the case that the payment opens. */
  async function paidInEuros() {
    const { _id: checkoutId } = await startCheckout(customer, product)
    const { body: order } = await customer.post(`/api/checkout/${checkoutId}/payment`)
    await approve(customer, order.id)
    await plan({ orderId: order.id, fault: 'wrong-currency' })
    expect((await pay(customer, checkoutId, order.id)).status).not.toBe(200)
    const found = async () => (await admin.get(`/api/admin/cases?search=${checkoutId}`)).body
    await expect.poll(async () => (await found()).length).toBe(1)
    const [{ _id }] = await found()
    return { providerOrderId: order.id as string, path: `/api/admin/cases/${_id}` }
  }
  const refund = (path: string, key: string = crypto.randomUUID()) =>
    admin.send('POST', `${path}/refund`, { body: { reason }, headers: { 'idempotency-key': key } })
  const shown = async (path: string) => (await admin.get(path)).body

  test('is refunded once by twenty calls with one key, and all calls get the closed case', async () => {
    const { path } = await paidInEuros()
    expect(await shown(path)).toMatchObject({ kind: 'payment-unmatched', status: 'open', acts: ['retry', 'refund'] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(path, path)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]?.body).toMatchObject({ status: 'closed', outcome: 'refunded', reason, amount: 25, acts: [] })
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(await shown(path)).toEqual(answers[0]?.body)
    expect(await refund(path)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('keeps its case open, with the reason, while the provider refuses the refund, and is refunded once the provider accepts', async () => {
    const { path, providerOrderId } = await paidInEuros()
    await plan({ orderId: providerOrderId, fault: 'refused:REFUND_NOT_ALLOWED', on: 'refund' })
    const refused = { act: 'refund', code: 'REFUND_NOT_ALLOWED' }
    expect(await refund(path)).toMatchObject({
      status: 200,
      body: { status: 'open', attempts: 1, lastAttempt: refused },
    })
    expect(await refund(path)).toMatchObject({ status: 200, body: { status: 'closed', outcome: 'refunded' } })
  })

  test.each(['5xx-after-capture', 'reply-dropped'])(
    'is not refunded twice when the answer is lost (%s)',
    async (fault) => {
      const { path, providerOrderId } = await paidInEuros()
      await plan({ orderId: providerOrderId, fault, on: 'refund' })
      expect(await refund(path)).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
      expect(await shown(path)).toMatchObject({ status: 'open', attempts: 0 })
      expect(await refund(path)).toMatchObject({ status: 200, body: { status: 'closed', outcome: 'refunded' } })
    },
  )
})
