import { expect, test } from 'vitest'
import {
  deviationsOfAnswer,
  deviationsOfRequest,
  deviationsOfWebhook,
  type Exchange,
} from './test-support/check-exchange.ts'
import { orderFor } from './test-support/start-for-tests.ts'

const requested = (body: object, headers: Record<string, string> = {}): Exchange => ({
  method: 'POST',
  path: '/v2/checkout/orders',
  requestHeaders: new Headers({ authorization: 'Bearer x', 'content-type': 'application/json', ...headers }),
  requestBody: JSON.stringify(body),
  status: 201,
  headers: new Headers({ 'paypal-debug-id': 'd1' }),
  body: JSON.stringify({ id: 'ORDER', status: 'CREATED', links: [] }),
})
const answered = (status: number, body: object) => ({ ...requested({}), status, body: JSON.stringify(body) })

test.each([
  ['a field that PayPal does not have', orderFor('5.00', { colour: 'red' }), /unevaluated properties colour/],
  [
    'a field that an item does not have',
    orderFor('5.00', {
      items: [{ name: 'Sock', quantity: '1', unit_amount: { currency_code: 'USD', value: '5.00' }, size: 'M' }],
    }),
    /unevaluated properties size/,
  ],
  [
    'a merchant id of another form',
    orderFor('5.00', { payee: { merchant_id: 'SELVEDGETEST1' } }),
    /must match pattern/,
  ],
  ['an unknown intent', { ...orderFor('5.00'), intent: 'PAY' }, /CAPTURE \| AUTHORIZE/],
  [
    'an amount without its currency',
    { intent: 'CAPTURE', purchase_units: [{ amount: { value: '5.00' } }] },
    /currency_code/,
  ],
  ['no purchase unit', { intent: 'CAPTURE' }, /purchase_units/],
])('a request with %s deviates from the documents', (_what, body, deviation) => {
  expect(deviationsOfRequest(requested(orderFor('5.00')))).toEqual([])
  expect(deviationsOfRequest(requested(body)).join()).toMatch(deviation)
})

test('a request in the documented form has no deviations', () => {
  const headers = {
    prefer: 'return=representation; wait=5',
    'paypal-request-id': 'x'.repeat(109),
    'content-type': 'text/plain',
  }
  expect(deviationsOfRequest(requested(orderFor('5.00'), headers))).toHaveLength(3)
})

test.each([
  ['with an unknown status', answered(201, { id: 'ORDER', status: 'LOST' }), /SAVED/],
  ['with an unknown field', answered(201, { id: 'ORDER', hint: 'x' }), /unevaluated properties hint/],
  ['without an error', answered(500, { message: 'Oops' }), /does not have PayPal's form/],
  ['in other words', answered(422, refusal('AMOUNT_MISMATCH', 'The sums differ.')), /one: "The sums differ\."/],
  ['with an issue that is not documented', answered(422, refusal('NO_LUCK', 'No.')), /NO_LUCK is not documented/],
  ['with other debug id', answered(422, { ...refusal('ORDER_NOT_APPROVED', 'x'), debug_id: 'd2' }), /debug_id differs/],
])('an answer %s deviates from the documents', (_what, exchange, deviation) => {
  expect(deviationsOfAnswer(requested({}))).toEqual([])
  expect(deviationsOfAnswer(exchange).join()).toMatch(deviation)
})

function refusal(issue: string, description: string) {
  const message = 'The requested action could not be performed, semantically incorrect, or failed business validation.'
  return { name: 'UNPROCESSABLE_ENTITY', message, debug_id: 'd1', details: [{ issue, description }], links: [] }
}

test('a webhook must have each documented field and a documented resource', () => {
  const event = {
    id: 'WH-1',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource_type: 'capture',
    resource: { id: 'C', status: 'TAKEN' },
  }
  const found = deviationsOfWebhook(JSON.stringify(event)).join('\n')
  for (const deviation of ['no summary', 'no resource_version', 'no links', 'PARTIALLY_REFUNDED'])
    expect(found).toContain(deviation)
})
