import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentProvider } from './payment-provider.ts'
import { openPaypal } from './paypal.ts'

/* The tests use this server in place of PayPal, and set its answers. */

type Answer = { status?: number; body?: unknown; raw?: string; hang?: boolean; drop?: boolean }
type Asked = { call: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let asked: Asked[]
let answers: Record<string, Answer | Answer[]>
let paypal: PaymentProvider

const ORDER = '/v2/checkout/orders/PP1'
const USER = '/v1/identity/oauth2/userinfo?schema=paypalv1.1'
const capture = (changes = {}) => ({
  id: 'CAP1',
  status: 'COMPLETED',
  amount: { currency_code: 'USD', value: '50.00' },
  custom_id: 'c1',
  ...changes,
})
const order = (unit = {}, captures: object[] = [capture()]) => ({
  id: 'PP1',
  create_time: '2026-01-01T10:00:00Z',
  status: 'COMPLETED',
  purchase_units: [
    {
      amount: { currency_code: 'USD', value: '50.00' },
      custom_id: 'c1',
      payee: { merchant_id: 'US' },
      payments: { captures },
      ...unit,
    },
  ],
})

beforeEach(async () => {
  asked = []
  answers = { 'POST /v1/oauth2/token': { body: { access_token: 'TOKEN', expires_in: 3600 } } }
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  paypal = open({ merchantId: 'US' })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function answer(request: IncomingMessage, response: ServerResponse) {
  const call = `${request.method} ${request.url}`
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>)
  asked.push({ call, headers: request.headers, body: Buffer.concat(chunks).toString() })
  const planned = answers[call]
  const {
    status = 200,
    body,
    raw,
    hang,
    drop,
  } = (Array.isArray(planned) ? planned.shift() : planned) ?? { status: 500 }
  if (hang) return
  if (drop) return request.socket.destroy()
  response.writeHead(status, { 'content-type': 'application/json' }).end(raw ?? JSON.stringify(body ?? {}))
}

const open = (options: { merchantId?: string } = {}) => {
  const { port } = server.address() as AddressInfo
  return openPaypal({ baseUrl: `http://127.0.0.1:${port}`, clientId: 'client', clientSecret: 'secret', ...options })
}
const unknown = { is: 'unknown' }
const small = { checkoutId: 'c1', totalCents: 5, items: [], shippingAddress: null }
const refused = (issue: string) => ({ status: 422, body: { details: [{ issue }] } })

describe('an order', () => {
  test('is created for the exact amount, with a request id of the checkout, and the shop as payee', async () => {
    answers['POST /v2/checkout/orders'] = { status: 201, body: { id: 'PP1' } }
    expect(await paypal.createOrder({ ...small, attempt: 0 })).toEqual({
      is: 'created',
      providerOrderId: 'PP1',
    })
    await paypal.createOrder({ ...small, attempt: 0 })
    await paypal.createOrder({ ...small, attempt: 1 })
    const [first, second, third] = asked.filter(({ call }) => call === 'POST /v2/checkout/orders')
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: 'c1', amount: { currency_code: 'USD', value: '0.05' }, payee: { merchant_id: 'US' } },
      ],
    })
    expect(first?.headers['paypal-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(second?.headers['paypal-request-id']).toBe(first?.headers['paypal-request-id'])
    expect(third?.headers['paypal-request-id']).not.toBe(first?.headers['paypal-request-id'])
  })

  test('is returned in cents with its facts', async () => {
    answers[`GET ${ORDER}`] = { body: order() }
    const facts = { amountCents: 5000, currency: 'USD', paysUs: true, customId: 'c1' }
    const captured = { id: 'CAP1', status: 'COMPLETED', ...facts }
    expect(await paypal.lookUp('PP1')).toEqual({
      is: 'taken',
      capture: captured,
      order: {
        id: 'PP1',
        createdAt: '2026-01-01T10:00:00Z',
        status: 'COMPLETED',
        ...facts,
        captures: [captured],
        refunds: [],
      },
    })
  })

  test('with another payee or several payees does not pay the shop', async () => {
    answers[`GET ${ORDER}`] = { body: order({ payee: { merchant_id: 'THEM' } }) }
    expect(await paypal.lookUp('PP1')).toMatchObject({ order: { paysUs: false }, capture: { paysUs: false } })
    const two = { ...order(), purchase_units: [...order().purchase_units, ...order().purchase_units] }
    answers[`GET ${ORDER}`] = { body: two }
    expect(await paypal.lookUp('PP1')).toMatchObject({ order: { paysUs: false } })
  })

  test('has its currency, and no custom id if there is none', async () => {
    const euros = { currency_code: 'EUR', value: '50' }
    answers[`GET ${ORDER}`] = {
      body: order({ amount: euros, custom_id: undefined }, [capture({ amount: euros, custom_id: undefined })]),
    }
    expect(await paypal.lookUp('PP1')).toMatchObject({
      order: { currency: 'EUR', amountCents: 5000, customId: undefined },
    })
  })

  test.each([
    ['PENDING', { is: 'pending', capture: { id: 'CAP1', amountCents: 5000 } }],
    ['DECLINED', { is: 'refused', code: 'DECLINED', final: true }],
    ['FAILED', { is: 'refused', code: 'FAILED', final: true }],
    ['REFUNDED', { is: 'given back' }],
    ['PARTIALLY_REFUNDED', { is: 'taken' }],
    ['SOMETHING_NEW', { is: 'unclear', code: 'CAPTURE_SOMETHING_NEW' }],
  ])('with a capture that is %s has that state', async (status, found) => {
    answers[`GET ${ORDER}`] = { body: order({}, [capture({ status })]) }
    expect(await paypal.lookUp('PP1')).toMatchObject(found)
  })

  test('that is completed without a listed capture is unclear', async () => {
    answers[`GET ${ORDER}`] = { body: order({}, []) }
    expect(await paypal.lookUp('PP1')).toMatchObject({ is: 'unclear', code: 'COMPLETED_WITHOUT_CAPTURE' })
  })

  test('that PayPal does not know is finally refused; an id that would change the path is refused too', async () => {
    const refusedForGood = { is: 'refused', final: true }
    answers[`GET ${ORDER}`] = { status: 404 }
    expect(await paypal.lookUp('PP1')).toMatchObject(refusedForGood)
    const before = asked.length
    for (const id of ['..', '../../v1/oauth2/token', 'PP1/capture', 'a?b', ''])
      expect(await paypal.lookUp(id)).toMatchObject(refusedForGood)
    expect(asked.length).toBe(before)
  })

  test('without a configured merchant id, the id of the credentials is requested once', async () => {
    paypal = open()
    answers[`GET ${USER}`] = { body: { payer_id: 'US' } }
    answers[`GET ${ORDER}`] = { body: order() }
    expect(await paypal.lookUp('PP1')).toMatchObject({ order: { paysUs: true } })
    answers[`GET ${ORDER}`] = { body: order({ payee: { merchant_id: 'THEM' } }) }
    expect(await paypal.lookUp('PP1')).toMatchObject({ order: { paysUs: false } })
    expect(asked.filter(({ call }) => call === `GET ${USER}`)).toHaveLength(1)
  })

  test('without a configured merchant id, the id comes from the first created order', async () => {
    paypal = open()
    answers['POST /v2/checkout/orders'] = { status: 201, body: order() }
    answers[`GET ${ORDER}`] = { body: order() }
    await paypal.createOrder({ ...small, attempt: 0 })
    expect(await paypal.lookUp('PP1')).toMatchObject({ order: { paysUs: true } })
    expect(asked.map(({ call }) => call)).not.toContain(`GET ${USER}`)
  })

  test('without a merchant id, no payment counts as paid to the shop', async () => {
    paypal = open()
    answers[`GET ${USER}`] = { status: 403 }
    answers[`GET ${ORDER}`] = { body: order() }
    expect(await paypal.lookUp('PP1')).toMatchObject({ is: 'not carried out', code: '403', isForMerchant: true })
    answers[`POST ${ORDER}/capture`] = { status: 201, body: order() }
    expect(await paypal.capture({ checkoutId: 'c1', providerOrderId: 'PP1', attempt: 0 })).toMatchObject(unknown)
  })
})

describe('a capture', () => {
  const take = () => paypal.capture({ checkoutId: 'c1', providerOrderId: 'PP1', attempt: 0 })

  test('is made', async () => {
    answers[`POST ${ORDER}/capture`] = { status: 201, body: order() }
    expect(await take()).toMatchObject({ is: 'taken', capture: { id: 'CAP1', amountCents: 5000 } })
  })
  test('that was made before is looked up', async () => {
    answers[`POST ${ORDER}/capture`] = refused('ORDER_ALREADY_CAPTURED')
    answers[`GET ${ORDER}`] = { body: order() }
    expect(await take()).toMatchObject({ is: 'taken', capture: { id: 'CAP1' } })
  })
  test.each([
    ['APPROVED', 200],
    ['COMPLETED', 200],
    ['not found', 404],
  ])(
    'that was made before has an unknown outcome while the look-up shows no capture (%s)',
    async (status, answered) => {
      answers[`POST ${ORDER}/capture`] = refused('ORDER_ALREADY_CAPTURED')
      answers[`GET ${ORDER}`] = { status: answered, body: { ...order({}, []), status } }
      expect(await take()).toMatchObject(unknown)
    },
  )
  test('has an unknown outcome if the answer shows no capture', async () => {
    answers[`POST ${ORDER}/capture`] = { status: 201, body: { ...order({}, []), status: 'APPROVED' } }
    expect(await take()).toMatchObject(unknown)
  })
  test.each([
    ['ORDER_NOT_APPROVED', false],
    ['INSTRUMENT_DECLINED', false],
    ['PAYER_ACTION_REQUIRED', false],
    ['TRANSACTION_REFUSED', true],
    ['PAYER_ACCOUNT_RESTRICTED', true],
    ['SOMETHING_NEW', true],
  ])('that PayPal refuses with %s is refused; final: %s', async (issue, final) => {
    answers[`POST ${ORDER}/capture`] = refused(issue)
    expect(await take()).toMatchObject({ is: 'refused', code: issue, final })
  })
  test('that PayPal does not allow now may be allowed later', async () => {
    answers[`POST ${ORDER}/capture`] = { status: 403, body: { name: 'NOT_AUTHORIZED' } }
    expect(await take()).toMatchObject({ is: 'not carried out', code: 'NOT_AUTHORIZED', isForMerchant: true })
  })
})

describe('a refund', () => {
  const giveBack = () => paypal.refund({ checkoutId: 'c1', captureId: 'CAP1', attempt: 0 })

  test('is of the whole capture', async () => {
    answers['POST /v2/payments/captures/CAP1/refund'] = { status: 201, body: { id: 'R1', status: 'COMPLETED' } }
    expect(await giveBack()).toEqual({ is: 'refunded', refundId: 'R1' })
    expect(asked.at(-1)?.body).toBe('{}')
  })

  test('without a status is looked up later, because it may still fail', async () => {
    answers['POST /v2/payments/captures/CAP1/refund'] = { status: 201, body: { id: 'R1' } }
    expect(await giveBack()).toEqual({ is: 'pending', refundId: 'R1' })
  })

  describe('of a capture with no money left at PayPal', () => {
    const usd = (value: string) => ({ amount: { currency_code: 'USD', value } })
    const up = (href: string) => ({ links: [{ rel: 'up', href: `https://api-m.paypal.com${href}` }] })
    const refund = (id: string, value: string, status = 'COMPLETED') => ({ id, status, ...usd(value), ...up(CAPTURE) })
    const CAPTURE = '/v2/payments/captures/CAP1'
    const listed = (...refunds: object[]) => ({ body: order({ payments: { captures: [capture()], refunds } }) })
    beforeEach(() => {
      answers[`POST ${CAPTURE}/refund`] = refused('CAPTURE_FULLY_REFUNDED')
      answers[`GET ${CAPTURE}`] = { body: capture({ supplementary_data: { related_ids: { order_id: 'PP1' } } }) }
    })

    test('is found in the order: a pending refund if there is one, otherwise the newest refund', async () => {
      answers[`GET ${ORDER}`] = listed(refund('R1', '20.00'), refund('R2', '30.00'))
      expect(await giveBack()).toEqual({ is: 'refunded', refundId: 'R2' })
      answers[`GET ${ORDER}`] = listed(refund('R1', '20.00', 'PENDING'), refund('R2', '30.00'))
      expect(await giveBack()).toEqual({ is: 'pending', refundId: 'R1' })
      answers[`GET ${CAPTURE}`] = { body: capture(up(ORDER)) }
      expect(await giveBack()).toEqual({ is: 'pending', refundId: 'R1' })
    })

    test('is refused if the order’s refunds do not return all its money, so that an admin looks into it', async () => {
      const ofAnother = { ...refund('R9', '50.00'), ...up('/v2/payments/captures/CAP2') }
      for (const refunds of [[], [refund('R1', '20.00')], [refund('R1', '50.00', 'FAILED')], [ofAnother]]) {
        answers[`GET ${ORDER}`] = listed(...refunds)
        expect(await giveBack()).toMatchObject({ is: 'refused', code: 'CAPTURE_FULLY_REFUNDED' })
      }
    })

    test('is unknown while PayPal does not report it', async () => {
      answers[`GET ${ORDER}`] = { status: 503 }
      expect(await giveBack()).toMatchObject(unknown)
      answers[`GET ${CAPTURE}`] = { status: 403, body: { name: 'NOT_AUTHORIZED' } }
      expect(await giveBack()).toMatchObject({ is: 'not carried out', code: 'NOT_AUTHORIZED' })
    })
  })
})

describe('when PayPal fails', () => {
  test.each<[string, Answer]>([
    ['an error', { status: 500 }],
    ['a redirect', { status: 302 }],
  ])('%s counts as no answer', async (_, bad) => {
    answers[`GET ${ORDER}`] = bad
    expect(await paypal.lookUp('PP1')).toMatchObject(unknown)
  })

  test.each<[string, Answer]>([
    ['no JSON', { raw: '<html>' }],
    ['nothing', { raw: '' }],
    ['another shape', { body: { id: 7 } }],
    ['a malformed amount', { body: order({ amount: { currency_code: 'USD', value: '5e1' } }) }],
  ])('%s is unclear in a look-up, and an unknown outcome of a capture', async (_, bad) => {
    answers[`GET ${ORDER}`] = bad
    expect(await paypal.lookUp('PP1')).toEqual({ is: 'unclear', code: 'NOT_UNDERSTOOD' })
    answers[`POST ${ORDER}/capture`] = bad
    expect(await paypal.capture({ checkoutId: 'c1', providerOrderId: 'PP1', attempt: 0 })).toMatchObject(unknown)
  })

  test('a call without an answer fails after five seconds', async () => {
    answers[`GET ${ORDER}`] = { hang: true }
    const after = AbortSignal.timeout
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => after(ms / 10))
    expect(await paypal.lookUp('PP1')).toMatchObject(unknown)
    expect(limit.mock.calls).toEqual([[5_000]])
  })

  test('after five failed connections, calls are refused for some time', async () => {
    answers[`GET ${ORDER}`] = { drop: true }
    for (let failed = 0; failed < 5; failed++) expect(await paypal.lookUp('PP1')).toMatchObject(unknown)
    const before = asked.length
    expect(await paypal.lookUp('PP1')).toMatchObject(unknown)
    expect(asked.length).toBe(before)
  })

  test.each([
    [400, 'not carried out'],
    [401, 'not carried out'],
    [403, 'not carried out'],
    [409, 'unknown'],
    [422, 'not carried out'],
    [429, 'not carried out'],
    [500, 'unknown'],
  ])('calls that PayPal answers with %i do not stop other calls', async (status, is) => {
    answers[`GET ${ORDER}`] = { status }
    answers['GET /v2/checkout/orders/PP2'] = { body: { ...order(), id: 'PP2' } }
    for (let asked = 0; asked < 8; asked++) expect(await paypal.lookUp('PP1')).toMatchObject({ is })
    expect(await paypal.lookUp('PP2')).toMatchObject({ order: { id: 'PP2' } })
  })

  test('an answer between failed connections shows that PayPal works', async () => {
    answers[`GET ${ORDER}`] = [...Array(4).fill({ drop: true }), { status: 403 }, { drop: true }, { body: order() }]
    for (let failed = 0; failed < 6; failed++)
      expect(await paypal.lookUp('PP1')).toMatchObject({ is: failed === 4 ? 'not carried out' : 'unknown' })
    expect(await paypal.lookUp('PP1')).toMatchObject({ order: { id: 'PP1' } })
  })
})

describe('the token', () => {
  test('is requested once, and again when PayPal refuses it', async () => {
    answers[`GET ${ORDER}`] = [{ body: order() }, { body: order() }, { status: 401 }, { body: order() }]
    await paypal.lookUp('PP1')
    await paypal.lookUp('PP1')
    expect(asked.filter(({ call }) => call.includes('token'))).toHaveLength(1)
    expect(await paypal.lookUp('PP1')).toMatchObject({ order: { id: 'PP1' } })
    expect(asked.filter(({ call }) => call.includes('token'))).toHaveLength(2)
  })

  test('no error contains credentials', async () => {
    answers['POST /v1/oauth2/token'] = { status: 401 }
    const answer = await paypal.lookUp('PP1')
    expect(answer).toMatchObject({ is: 'not carried out' })
    expect(inspect(answer, { depth: 9 })).not.toMatch(/secret|Basic|TOKEN/)
  })
})
