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
const shippedTo = (address: object) => orderFor('5.00', { shipping: { name: { full_name: 'Ada Weaver' }, address } })
const taxed = (taxTotal: { tax_total?: object }) =>
  orderFor(taxTotal.tax_total ? '7.00' : '5.00', {
    amount: { ...usd(taxTotal.tax_total ? '7.00' : '5.00'), breakdown: { item_total: usd('5.00'), ...taxTotal } },
    items: [{ name: 'Sock', quantity: '1', unit_amount: usd('5.00'), tax: usd('1.00') }],
  })

test.each([
  ['nothing at all', {}, 400, 'MISSING_REQUIRED_PARAMETER'],
  ['a list', [], 400, 'INVALID_PARAMETER_VALUE'],
  ['another intent', { ...orderFor('5.00'), intent: 'PAY' }, 400, 'INVALID_PARAMETER_VALUE'],
  ['an intent that needs a contract', { ...orderFor('5.00'), intent: 'AUTHORIZE' }, 422, 'AUTH_CAPTURE_NOT_ENABLED'],
  ['no purchase unit', { intent: 'CAPTURE', purchase_units: [] }, 400, 'INVALID_ARRAY_MIN_ITEMS'],
  ['two purchase units', { intent: 'CAPTURE', purchase_units: [unit, unit] }, 400, 'NOT_SUPPORTED'],
  ['eleven', { intent: 'CAPTURE', purchase_units: Array(11).fill(unit) }, 400, 'INVALID_ARRAY_MAX_ITEMS'],
  ['a card', { ...orderFor('5.00'), payment_source: { card: {} } }, 400, 'NOT_SUPPORTED'],
  ['another payee', orderFor('5.00', { payee: { merchant_id: 'ANQTHERSHQP22' } }), 422, 'PAYEE_ACCOUNT_INVALID'],
  ['a payee by mail', orderFor('5.00', { payee: { email_address: 'me@x.test' } }), 422, 'PAYEE_ACCOUNT_INVALID'],
  ['a payee without an id', orderFor('5.00', { payee: {} }), 422, 'PAYEE_ACCOUNT_INVALID'],
  ['a country that does not exist', shippedTo({ country_code: 'QX' }), 400, 'INVALID_COUNTRY_CODE'],
  ['a country by name', shippedTo({ country_code: 'Belgium' }), 400, 'INVALID_PARAMETER_SYNTAX'],
  ['no city', shippedTo({ country_code: 'BE', postal_code: '9000' }), 422, 'CITY_REQUIRED'],
  ['no postal code', shippedTo({ country_code: 'BE', admin_area_2: 'Ghent' }), 422, 'POSTAL_CODE_REQUIRED'],
  [
    'an address that is announced but missing',
    { ...orderFor('5.00'), application_context: { shipping_preference: 'SET_PROVIDED_ADDRESS' } },
    422,
    'SHIPPING_ADDRESS_INVALID',
  ],
  [
    'two currencies',
    orderFor('5.00', {
      amount: { ...usd('5.00'), breakdown: { item_total: { currency_code: 'EUR', value: '5.00' } } },
    }),
    422,
    'MULTI_CURRENCY_ORDER',
  ],
  ['taxes without their total', taxed({}), 422, 'TAX_TOTAL_REQUIRED'],
  ['taxes that differ from their total', taxed({ tax_total: usd('2.00') }), 422, 'TAX_TOTAL_MISMATCH'],
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

test('an amount in yen has no decimals', async () => {
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

test('a payment source needs a request id', async () => {
  const order = { ...orderFor('5.00'), payment_source: { paypal: {} } }
  const without = await paypal.post('/v2/checkout/orders', order, { token })
  expect([without.status, without.body.details[0].issue]).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED'])
  expect((await paypal.post('/v2/checkout/orders', order, { token, requestId: 'source' })).status).toBe(201)
})

test('the simulator refuses what it does not support, with documented issues', async () => {
  const { body } = await paypal.post('/v2/checkout/orders', orderFor('5.00'), { token })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const path = `/v2/checkout/orders/${body.id}`
  const patch = await paypal.send('PATCH', path, '[{"op":"replace","path":"/intent","value":"AUTHORIZE"}]', headers)
  expect([patch.status, patch.body.details[0].issue]).toEqual([422, 'NOT_PATCHABLE'])
  const authorize = await paypal.post(`${path}/authorize`, {}, { token })
  expect([authorize.status, authorize.body.details[0].issue]).toEqual([422, 'ACTION_DOES_NOT_MATCH_INTENT'])
})
