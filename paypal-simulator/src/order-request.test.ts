import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeAll(async () => {
  paypal = await startForTests()
  token = await paypal.token()
})
afterAll(() => paypal.close())

const usd = (value: string) => ({ currency_code: 'USD', value })
const amount = (value: unknown, currency_code: unknown = 'USD') => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code, value } }],
})
const unit = orderFor('5.00').purchase_units[0]

test.each([
  ['nothing at all', {}, 400, 'MISSING_REQUIRED_PARAMETER'],
  ['a list', [], 400, 'INVALID_PARAMETER_VALUE'],
  ['another intent', { ...orderFor('5.00'), intent: 'AUTHORIZE' }, 400, 'INVALID_PARAMETER_VALUE'],
  ['no purchase unit', { intent: 'CAPTURE', purchase_units: [] }, 400, 'INVALID_ARRAY_MIN_ITEMS'],
  ['two purchase units', { intent: 'CAPTURE', purchase_units: [unit, unit] }, 400, 'INVALID_ARRAY_MAX_ITEMS'],
  ['no amount', { intent: 'CAPTURE', purchase_units: [{}] }, 400, 'MISSING_REQUIRED_PARAMETER'],
  ['a number for an amount', amount(5), 400, 'INVALID_PARAMETER_VALUE'],
  ['words for an amount', amount('five'), 400, 'INVALID_PARAMETER_SYNTAX'],
  ['a power of ten', amount('1e3'), 400, 'INVALID_PARAMETER_SYNTAX'],
  ['three decimals', amount('5.001'), 422, 'DECIMAL_PRECISION'],
  ['zero', amount('0.00'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['less than zero', amount('-5.00'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['all the money in the world', amount('99999999999999999999'), 422, 'MAX_VALUE_EXCEEDED'],
  ['a currency of two letters', amount('5.00', 'US'), 400, 'INVALID_PARAMETER_SYNTAX'],
  ['a currency that PayPal does not have', amount('5.00', 'XXX'), 422, 'INVALID_CURRENCY_CODE'],
  ['a fraction of a yen', amount('10.50', 'JPY'), 422, 'DECIMALS_NOT_SUPPORTED'],
  [
    'sums that differ',
    orderFor('5.00', { amount: { ...usd('5.00'), breakdown: { item_total: usd('4.00') } } }),
    422,
    'AMOUNT_MISMATCH',
  ],
  [
    'items without their total',
    orderFor('5.00', { items: [{ name: 'Sock', quantity: '1', unit_amount: usd('5.00') }] }),
    422,
    'ITEM_TOTAL_REQUIRED',
  ],
  [
    'items that differ from their total',
    orderFor('5.00', {
      amount: { ...usd('5.00'), breakdown: { item_total: usd('5.00') } },
      items: [{ name: 'Sock', quantity: '2', unit_amount: usd('5.00') }],
    }),
    422,
    'ITEM_TOTAL_MISMATCH',
  ],
])('an order with %s is refused', async (_what, body, status, issue) => {
  const reply = await paypal.post('/v2/checkout/orders', body, { token })
  expect([reply.status, reply.body.details[0].issue]).toEqual([status, issue])
})

test('a refusal names its field and has a debug id', async () => {
  const { body, headers } = await paypal.post('/v2/checkout/orders', amount('0'), { token })
  expect(body).toEqual({
    name: 'UNPROCESSABLE_ENTITY',
    details: [
      {
        field: '/purchase_units/0/amount/value',
        location: 'body',
        issue: 'CANNOT_BE_ZERO_OR_NEGATIVE',
        description:
          'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
      },
    ],
    message: expect.any(String),
    debug_id: headers.get('Paypal-Debug-Id'),
    links: [
      {
        href: 'https://developer.paypal.com/docs/api/orders/v2/#error-CANNOT_BE_ZERO_OR_NEGATIVE',
        rel: 'information_link',
        method: 'GET',
      },
    ],
  })
})

test('a yen is written without decimals', async () => {
  const call = { token, headers: { Prefer: 'return=representation' } }
  const { body } = await paypal.post('/v2/checkout/orders', amount('1050', 'JPY'), call)
  expect(body.purchase_units[0].amount).toEqual({ currency_code: 'JPY', value: '1050' })
})

test('an amount is stored to the cent', async () => {
  const call = { token, headers: { Prefer: 'return=representation' } }
  for (const [given, kept] of [
    ['7', '7.00'],
    ['0.1', '0.10'],
    ['4.35', '4.35'],
    ['9999999.99', '9999999.99'],
  ]) {
    const { body } = await paypal.post('/v2/checkout/orders', orderFor(given!), call)
    expect(body.purchase_units[0].amount.value).toBe(kept)
  }
})

const raw = (body: string, type = 'application/json') =>
  paypal.send('POST', '/v2/checkout/orders', body, { Authorization: `Bearer ${token}`, 'Content-Type': type })

test('a body that is not JSON is refused', async () => {
  const broken = await raw('{"intent":')
  expect([broken.status, broken.body.details[0].issue]).toEqual([400, 'MALFORMED_REQUEST_JSON'])
  const untyped = { Authorization: `Bearer ${token}` }
  for (const path of ['/v2/checkout/orders', '/v2/checkout/orders/A/capture', '/v2/payments/captures/A/refund'])
    expect((await paypal.send('POST', path, undefined, untyped)).status).toBe(415)
  const text = await raw('hello', 'text/plain')
  expect([text.status, text.body.name]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  expect((await raw('{"__proto__":{"intent":"CAPTURE"}}')).status).toBe(400)
  expect((await raw('intent=CAPTURE', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await raw('['.repeat(15_000) + ']'.repeat(15_000))).body.details[0].issue).toBe('MALFORMED_REQUEST_JSON')
  const unzippable = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
  }
  expect((await paypal.send('POST', '/v2/checkout/orders', '{}', unzippable)).status).toBe(400)
})

test('a body over 32 KiB is refused', async () => {
  const { status, body } = await raw(JSON.stringify({ filler: 'x'.repeat(110_000) }))
  expect([status, body.name]).toEqual([413, 'REQUEST_TOO_LARGE'])
})

test('unknown paths and orders are answered with 404', async () => {
  for (const path of [
    '/v2/checkout/orders/NOSUCHORDER',
    '/v2/payments/captures/NO',
    '/v2/payments/refunds/NO',
    '/nowhere',
    '/%ff',
  ]) {
    const { status, body } = await paypal.get(path, { token })
    expect([path, status, body.name]).toEqual([path, 404, 'RESOURCE_NOT_FOUND'])
  }
  expect((await paypal.post('/v2/checkout/orders/NO/capture', {}, { token })).status).toBe(404)
  expect((await paypal.post('/v2/checkout/orders/NO/approve', {})).status).toBe(404)
})
