import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from './payment-provider.ts'
import { openPaypal } from './paypal.ts'

/* A server in the place of PayPal with answers set by the tests. */

type Answer = { status?: number; body?: unknown; raw?: string; hang?: boolean }
type Asked = { call: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let asked: Asked[]
let answers: Record<string, Answer | Answer[]>
let paypal: PaymentProvider

const ORDER = '/v2/checkout/orders/PP1'
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
  const { status = 200, body, raw, hang } = (Array.isArray(planned) ? planned.shift() : planned) ?? { status: 500 }
  if (hang) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(raw ?? JSON.stringify(body ?? {}))
}

const open = (options: { merchantId?: string } = {}) => {
  const { port } = server.address() as AddressInfo
  return openPaypal({ baseUrl: `http://127.0.0.1:${port}`, clientId: 'client', clientSecret: 'secret', ...options })
}
const unavailable = { code: 'PROVIDER_UNAVAILABLE' }
const refused = (issue: string) => ({ status: 422, body: { details: [{ issue }] } })

describe('an order', () => {
  test('is created over the exact amount, with a request id of the checkout, and the shop as payee', async () => {
    answers['POST /v2/checkout/orders'] = { status: 201, body: { id: 'PP1' } }
    expect(await paypal.createOrder({ checkoutId: 'c1', totalCents: 5 })).toEqual({ providerOrderId: 'PP1' })
    await paypal.createOrder({ checkoutId: 'c1', totalCents: 5 })
    const [first, second] = asked.filter(({ call }) => call === 'POST /v2/checkout/orders')
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: 'c1', amount: { currency_code: 'USD', value: '0.05' }, payee: { merchant_id: 'US' } },
      ],
    })
    expect(first?.headers['paypal-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(second?.headers['paypal-request-id']).toBe(first?.headers['paypal-request-id'])
  })

  test('is returned in cents with its facts', async () => {
    answers[`GET ${ORDER}`] = { body: order() }
    const facts = { amountCents: 5000, currency: 'USD', paysUs: true, customId: 'c1' }
    expect(await paypal.orderOf('PP1')).toEqual({
      id: 'PP1',
      createdAt: '2026-01-01T10:00:00Z',
      status: 'COMPLETED',
      ...facts,
      captures: [{ id: 'CAP1', status: 'COMPLETED', ...facts }],
    })
  })

  test('with another payee, or several, does not pay the shop', async () => {
    answers[`GET ${ORDER}`] = { body: order({ payee: { merchant_id: 'THEM' } }) }
    expect(await paypal.orderOf('PP1')).toMatchObject({ paysUs: false, captures: [{ paysUs: false }] })
    const two = { ...order(), purchase_units: [...order().purchase_units, ...order().purchase_units] }
    answers[`GET ${ORDER}`] = { body: two }
    expect(await paypal.orderOf('PP1')).toMatchObject({ paysUs: false })
  })

  test('has its currency, and no custom id if there is none', async () => {
    const euros = { currency_code: 'EUR', value: '50' }
    answers[`GET ${ORDER}`] = {
      body: order({ amount: euros, custom_id: undefined }, [capture({ amount: euros, custom_id: undefined })]),
    }
    expect(await paypal.orderOf('PP1')).toMatchObject({ currency: 'EUR', amountCents: 5000, customId: undefined })
  })

  test('that PayPal does not know is undefined, and so is an id that would change the path', async () => {
    answers[`GET ${ORDER}`] = { status: 404 }
    expect(await paypal.orderOf('PP1')).toBeUndefined()
    const before = asked.length
    for (const id of ['..', '../../v1/oauth2/token', 'PP1/capture', 'a?b', ''])
      expect(await paypal.orderOf(id)).toBeUndefined()
    expect(asked.length).toBe(before)
  })

  test('without a configured merchant id, the id of the credentials is requested once', async () => {
    paypal = open()
    answers['POST /v2/checkout/orders'] = { body: order() }
    answers[`GET ${ORDER}`] = { body: order() }
    expect(await paypal.orderOf('PP1')).toMatchObject({ paysUs: true })
    answers[`GET ${ORDER}`] = { body: order({ payee: { merchant_id: 'THEM' } }) }
    expect(await paypal.orderOf('PP1')).toMatchObject({ paysUs: false })
    expect(asked.filter(({ call }) => call === 'POST /v2/checkout/orders')).toHaveLength(1)
  })
})

describe('a capture', () => {
  const take = () => paypal.capture({ checkoutId: 'c1', providerOrderId: 'PP1' })

  test('is made', async () => {
    answers[`POST ${ORDER}/capture`] = { status: 201, body: order() }
    expect(await take()).toMatchObject({ captures: [{ id: 'CAP1', amountCents: 5000 }] })
  })
  test('that was made before is looked up', async () => {
    answers[`POST ${ORDER}/capture`] = refused('ORDER_ALREADY_CAPTURED')
    answers[`GET ${ORDER}`] = { body: order() }
    expect(await take()).toMatchObject({ captures: [{ id: 'CAP1' }] })
  })
  test.each(['ORDER_NOT_APPROVED', 'INSTRUMENT_DECLINED'])('of %s is not verified', async (issue) => {
    answers[`POST ${ORDER}/capture`] = refused(issue)
    await expect(take()).rejects.toMatchObject({ code: 'PAYMENT_NOT_VERIFIED' })
  })
  test('refused for an unknown reason can be retried', async () => {
    answers[`POST ${ORDER}/capture`] = refused('SOMETHING_NEW')
    await expect(take()).rejects.toMatchObject(unavailable)
  })
})

describe('a refund', () => {
  const giveBack = () => paypal.refund({ checkoutId: 'c1', captureId: 'CAP1' })

  test('is of the whole capture', async () => {
    answers['POST /v2/payments/captures/CAP1/refund'] = { status: 201, body: { id: 'R1' } }
    expect(await giveBack()).toEqual({ refundId: 'R1' })
    expect(asked.at(-1)?.body).toBe('{}')
  })
  test('that was already made at PayPal counts as made', async () => {
    answers['POST /v2/payments/captures/CAP1/refund'] = refused('CAPTURE_FULLY_REFUNDED')
    expect(await giveBack()).toEqual({ refundId: 'refunded at PayPal' })
  })
})

describe('when PayPal fails', () => {
  test.each<[string, Answer]>([
    ['an error', { status: 500 }],
    ['too many requests', { status: 429 }],
    ['no JSON', { raw: '<html>' }],
    ['nothing', { raw: '' }],
    ['another shape', { body: { id: 7 } }],
    ['an amount that is none', { body: order({ amount: { currency_code: 'USD', value: '5e1' } }) }],
    ['a redirect', { status: 302 }],
  ])('%s counts as no answer', async (_, bad) => {
    answers[`GET ${ORDER}`] = bad
    await expect(paypal.orderOf('PP1')).rejects.toMatchObject(unavailable)
  })

  test('a call without an answer fails after five seconds', async () => {
    answers[`GET ${ORDER}`] = { hang: true }
    const begunMs = performance.now()
    await expect(paypal.orderOf('PP1')).rejects.toMatchObject(unavailable)
    expect(performance.now() - begunMs).toBeLessThan(6_500)
  })

  test('after five failures calls are refused for a while', async () => {
    for (let failed = 0; failed < 5; failed++) await expect(paypal.orderOf('PP1')).rejects.toMatchObject(unavailable)
    const before = asked.length
    await expect(paypal.orderOf('PP1')).rejects.toMatchObject(unavailable)
    expect(asked.length).toBe(before)
  })

  test.each([400, 401, 403, 409, 422, 429])('calls that it answers with %i stop nobody else’s', async (status) => {
    answers[`GET ${ORDER}`] = { status }
    answers['GET /v2/checkout/orders/PP2'] = { body: { ...order(), id: 'PP2' } }
    for (let asked = 0; asked < 8; asked++) await expect(paypal.orderOf('PP1')).rejects.toMatchObject(unavailable)
    expect(await paypal.orderOf('PP2')).toMatchObject({ id: 'PP2' })
  })

  test('a refused call between failures shows that it is there', async () => {
    answers[`GET ${ORDER}`] = [500, 500, 500, 500, 403, 500, 200].map((status) => ({ status, body: order() }))
    for (let failed = 0; failed < 6; failed++) await expect(paypal.orderOf('PP1')).rejects.toMatchObject(unavailable)
    expect(await paypal.orderOf('PP1')).toMatchObject({ id: 'PP1' })
  })
})

describe('the token', () => {
  test('is requested once, and again when PayPal refuses it', async () => {
    answers[`GET ${ORDER}`] = [{ body: order() }, { body: order() }, { status: 401 }, { body: order() }]
    await paypal.orderOf('PP1')
    await paypal.orderOf('PP1')
    expect(asked.filter(({ call }) => call.includes('token'))).toHaveLength(1)
    expect(await paypal.orderOf('PP1')).toMatchObject({ id: 'PP1' })
    expect(asked.filter(({ call }) => call.includes('token'))).toHaveLength(2)
  })

  test('no error contains credentials', async () => {
    answers['POST /v1/oauth2/token'] = { status: 401 }
    const refusal = await paypal.orderOf('PP1').catch((error: Error) => error)
    expect(JSON.stringify([refusal, String((refusal as Error).cause)])).not.toMatch(/secret|Basic|TOKEN/)
  })
})
