import { afterEach, describe, expect, test } from 'vitest'
import { openLedger } from './ledger.ts'
import type { PurchaseUnit } from './order-request.ts'
import { basic, clientId, orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
afterEach(() => paypal.close())

const asBrowser = { headers: { Authorization: basic(clientId, '') } }
const orderBySdk = async () => (await paypal.post('/sdk/orders', orderFor('5.00'), asBrowser)).body.id as string
const captureBySdk = (id: string) => paypal.post(`/sdk/orders/${id}/capture`, {}, asBrowser)
const DAYS = 24 * 60 * 60

describe('an unpaid order', () => {
  const isThere = async (id: string) => (await paypal.get(`/sdk/orders/${id}`, asBrowser)).status === 200
  /** Adds an order. When an order is added, the ledger also removes old orders. */
  const laterOrder = () => orderBySdk()

  test('of a stranger is removed after a day, even if it was captured', async () => {
    paypal = await startForTests()
    const [open, captured] = [await orderBySdk(), await orderBySdk()]
    await paypal.post(`/v2/checkout/orders/${captured}/approve`, {})
    expect((await captureBySdk(captured)).status).toBe(201)
    paypal.passSeconds(DAYS + 1)
    await laterOrder()
    expect([await isThere(open), await isThere(captured)]).toEqual([false, false])
  })

  test('stays if the shop has requested it and it was captured; it can be refunded much later', async () => {
    paypal = await startForTests()
    const id = await orderBySdk()
    await paypal.post(`/v2/checkout/orders/${id}/approve`, {})
    await paypal.get(`/v2/checkout/orders/${id}`, { token: await paypal.token() })
    const { body } = await captureBySdk(id)
    paypal.passSeconds(300 * DAYS)
    await laterOrder()
    expect(await isThere(id)).toBe(true)
    const captureId = body.purchase_units[0].payments.captures[0].id
    const refunded = await paypal.post(`/v2/payments/captures/${captureId}/refund`, {}, { token: await paypal.token() })
    expect(refunded.status).toBe(201)
  })

  test('of the shop is removed after a week if it was not captured; a captured order stays', async () => {
    paypal = await startForTests()
    const token = await paypal.token()
    const made = async () => (await paypal.post('/v2/checkout/orders', orderFor('5.00'), { token })).body.id as string
    const [open, captured] = [await made(), await made()]
    await paypal.post(`/v2/checkout/orders/${captured}/approve`, {})
    await paypal.post(`/v2/checkout/orders/${captured}/capture`, {}, { token })
    paypal.passSeconds(6 * DAYS)
    await laterOrder()
    expect(await isThere(open)).toBe(true)
    paypal.passSeconds(2 * DAYS)
    await laterOrder()
    expect([await isThere(open), await isThere(captured)]).toEqual([false, true])
  })

  test('of a stranger is removed for a newer order when there are more than a thousand', async () => {
    paypal = await startForTests()
    let time = 0
    const ledger = openLedger(':memory:', () => new Date(time++))
    const { purchase_units } = orderFor('5.00')
    const made = Array.from({ length: 1010 }, () =>
      ledger.addOrder(purchase_units[0] as PurchaseUnit, null, 'stranger'),
    )
    expect(made.filter(({ id }) => ledger.findOrder(id)).map(({ id }) => id)).toEqual(
      made.slice(10).map(({ id }) => id),
    )
    ledger.close()
  })
})

test('a stranger can make twenty orders a minute; if they make more, only this stranger is refused', async () => {
  paypal = await startForTests({ rateLimits: true })
  const token = await paypal.token()
  const made = []
  for (let n = 0; n < 25; n++) made.push((await paypal.post('/sdk/orders', orderFor('5.00'), asBrowser)).status)
  expect(made.filter((status) => status === 201)).toHaveLength(20)
  const refused = await paypal.post('/sdk/orders', orderFor('5.00'), asBrowser)
  expect([refused.status, refused.body.name]).toEqual([429, 'RATE_LIMIT_REACHED'])
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  for (let n = 0; n < 30; n++)
    expect((await paypal.post('/v2/checkout/orders', orderFor('5.00'), { token })).status).toBe(201)
})

test('a stranger can make 120 requests in ten seconds; the shop can make as many as it needs', async () => {
  paypal = await startForTests({ rateLimits: true })
  const token = await paypal.token()
  const asked = []
  for (let n = 0; n < 130; n++) asked.push((await paypal.get('/checkoutnow?token=none')).status)
  expect(asked.filter((status) => status === 404)).toHaveLength(120)
  expect(
    (await paypal.send('POST', '/v1/oauth2/token', undefined, { Authorization: basic(clientId, 'x') })).status,
  ).toBe(429)
  expect((await paypal.get('/v2/checkout/orders/NONE', { token })).status).toBe(404)
})

test('an address longer than 2048 characters is refused before any other check', async () => {
  paypal = await startForTests()
  const { status, body } = await paypal.get(`/checkoutnow?${'a=&'.repeat(700)}`)
  expect([status, body.details[0].issue]).toEqual([400, 'URL_TOO_LONG'])
})
