import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from './test-support/start-for-tests.ts'
import { merchantId, orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeAll(async () => {
  paypal = await startForTests()
  token = await paypal.token()
})
afterAll(() => paypal.close())

const create = async (value = '42.50', more = {}) =>
  (await paypal.post('/v2/checkout/orders', orderFor(value, more), { token })).body.id as string
const act = (id: string, name: string) => paypal.post(`/v2/checkout/orders/${id}/${name}`, {}, { token })
const issueOf = (body: Reply['body']) => body.details[0].issue

describe('an order', () => {
  test('is created with links for its buyer and its shop', async () => {
    const { status, body } = await paypal.post('/v2/checkout/orders', orderFor('42.50'), { token })
    expect(status).toBe(201)
    expect(body.id).toMatch(/^[A-Z0-9]{17}$/)
    expect(body.status).toBe('CREATED')
    expect(body.links).toEqual([
      { href: `${paypal.url}/v2/checkout/orders/${body.id}`, rel: 'self', method: 'GET' },
      { href: `${paypal.url}/checkoutnow?token=${body.id}`, rel: 'approve', method: 'GET' },
      { href: `${paypal.url}/v2/checkout/orders/${body.id}/capture`, rel: 'capture', method: 'POST' },
    ])
  })

  test('names the configured merchant as payee, also if the request names none', async () => {
    for (const id of [await create(), await create('1.00', { payee: { merchant_id: merchantId } })]) {
      const { body } = await paypal.get(`/v2/checkout/orders/${id}`, { token })
      expect(body.purchase_units[0].payee).toEqual({ merchant_id: merchantId })
    }
  })

  test('with a payment source waits for its buyer', async () => {
    const order = {
      ...orderFor('42.50'),
      payment_source: { paypal: { experience_context: { user_action: 'PAY_NOW' } } },
    }
    const { body } = await paypal.post('/v2/checkout/orders', order, { token, requestId: 'payer' })
    const links = (of: Reply['body']) => of.links.map(({ rel }: { rel: string }) => rel)
    expect([body.status, links(body)]).toEqual(['PAYER_ACTION_REQUIRED', ['self', 'payer-action']])
    expect(issueOf((await act(body.id, 'capture')).body)).toBe('ORDER_NOT_APPROVED')
    const approved = (await act(body.id, 'approve')).body
    expect([approved.status, links(approved)]).toEqual(['APPROVED', ['self', 'approve', 'capture']])
    expect((await act(body.id, 'cancel')).body.status).toBe('PAYER_ACTION_REQUIRED')
    await act(body.id, 'approve')
    expect((await act(body.id, 'capture')).body.status).toBe('COMPLETED')
  })

  test('protects the seller if its address is complete', async () => {
    const address = { address_line_1: '1 Loom Lane', admin_area_2: 'Ghent', postal_code: '9000', country_code: 'BE' }
    const shipping = { name: { full_name: 'Ada Weaver' }, address }
    const protection = async (more: object, context = {}) => {
      const { body } = await paypal.post('/v2/checkout/orders', { ...orderFor('42.50', more), ...context }, { token })
      await act(body.id, 'approve')
      return (await act(body.id, 'capture')).body.purchase_units[0].payments.captures[0].seller_protection.status
    }
    expect(await protection({ shipping })).toBe('ELIGIBLE')
    expect(await protection({})).toBe('NOT_ELIGIBLE')
    expect(await protection({ shipping: { address } })).toBe('NOT_ELIGIBLE')
    expect(await protection({ shipping }, { application_context: { shipping_preference: 'NO_SHIPPING' } })).toBe(
      'NOT_ELIGIBLE',
    )
  })

  test('is not captured with the invoice id of a paid order', async () => {
    const [first, second] = [await create('1.00', { invoice_id: 'i-1' }), await create('1.00', { invoice_id: 'i-1' })]
    for (const id of [first, second]) await act(id, 'approve')
    expect((await act(first, 'capture')).status).toBe(201)
    const { status, body } = await act(second, 'capture')
    expect([status, issueOf(body)]).toEqual([422, 'DUPLICATE_INVOICE_ID'])
  })

  test('is captured only after its buyer approved', async () => {
    const id = await create()
    const { status, body } = await act(id, 'capture')
    expect([status, body.name, issueOf(body)]).toEqual([422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED'])
    await act(id, 'approve')
    expect((await act(id, 'capture')).status).toBe(201)
  })

  test('is captured once, for its whole amount', async () => {
    const id = await create('42.5', { invoice_id: 'invoice-1' })
    await act(id, 'approve')
    const { body } = await act(id, 'capture')
    expect(body.status).toBe('COMPLETED')
    expect(body.purchase_units[0].payments.captures).toMatchObject([
      {
        id: expect.stringMatching(/^[A-Z0-9]{17}$/),
        status: 'COMPLETED',
        amount: { currency_code: 'USD', value: '42.50' },
        final_capture: true,
        custom_id: 'checkout-1',
        invoice_id: 'invoice-1',
      },
    ])
    expect(body.payer.payer_id).toMatch(/^[2-9A-HJ-NP-Z]{13}$/)

    const again = await act(id, 'capture')
    expect([again.status, issueOf(again.body)]).toEqual([422, 'ORDER_ALREADY_CAPTURED'])
    expect(
      (await paypal.get(`/v2/checkout/orders/${id}`, { token })).body.purchase_units[0].payments.captures,
    ).toHaveLength(1)
  })

  test('is captured once when twenty requests capture it at the same time', async () => {
    const id = await create()
    await act(id, 'approve')
    const replies = await Promise.all(Array.from({ length: 20 }, () => act(id, 'capture')))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('is shown in full if a representation is preferred', async () => {
    const call = { token, headers: { Prefer: 'return=representation' } }
    const { body } = await paypal.post('/v2/checkout/orders', orderFor('42.50'), call)
    expect(body.purchase_units[0].amount).toEqual({ currency_code: 'USD', value: '42.50' })
    expect(body.intent).toBe('CAPTURE')
  })
})

describe('the buyer', () => {
  test('approves without credentials, and approving again changes nothing', async () => {
    const id = await create()
    const first = await paypal.post(`/v2/checkout/orders/${id}/approve`, {})
    const second = await paypal.post(`/v2/checkout/orders/${id}/approve`, {})
    expect([first.status, first.body.status]).toEqual([200, 'APPROVED'])
    expect(second.body).toEqual(first.body)
  })

  test('who uses a declined card cannot pay until they choose another card', async () => {
    const id = await create()
    await act(id, 'decline')
    const { status, body } = await act(id, 'capture')
    expect([status, issueOf(body)]).toEqual([422, 'INSTRUMENT_DECLINED'])
    expect(body.links).toContainEqual({ href: `${paypal.url}/checkoutnow?token=${id}`, rel: 'redirect', method: 'GET' })
    await act(id, 'approve')
    expect((await act(id, 'capture')).status).toBe(201)
  })

  test('takes an approval back by cancelling', async () => {
    const id = await create()
    await act(id, 'approve')
    expect((await act(id, 'cancel')).body.status).toBe('CREATED')
    expect(issueOf((await act(id, 'capture')).body)).toBe('ORDER_NOT_APPROVED')
  })

  test('cannot cancel after the capture', async () => {
    const id = await create()
    await act(id, 'approve')
    await act(id, 'capture')
    expect(issueOf((await act(id, 'cancel')).body)).toBe('ORDER_ALREADY_CAPTURED')
    expect(issueOf((await act(id, 'decline')).body)).toBe('ORDER_ALREADY_CAPTURED')
    expect((await act(id, 'approve')).body.status).toBe('COMPLETED')
  })
})
