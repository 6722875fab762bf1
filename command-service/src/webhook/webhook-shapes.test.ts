import { describe, expect, test } from 'vitest'
import { followedEvents, readWebhook } from './webhook-shapes.ts'

const at = '2026-01-01T10:00:00.000Z'
const read = (event_type: string, resource: unknown) =>
  readWebhook(Buffer.from(JSON.stringify({ id: 'WH-1', event_type, resource })), at)
const signal = (event_type: string, resource: unknown) => {
  const found = read(event_type, resource)
  return found.is === 'signal' ? found.signal : found
}
const amount = { currency_code: 'USD', value: '42.00' }
const up = (href: string) => [{ rel: 'up', href, method: 'GET' }]
const ofCapture = up('https://api.paypal.com/v2/payments/captures/CAP1')
const ofOrder = up('https://api.paypal.com/v2/checkout/orders/PP1')

describe('what the shop follows', () => {
  const refund = { refundId: 'R1', captureId: 'CAP1', checkoutId: 'ref-1', amountCents: 4200, currency: 'USD' }

  test.each([
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
    'PAYMENT.REFUND.PENDING',
    'PAYMENT.REFUND.FAILED',
  ])('%s contains the refund’s id, and a link to the capture', (what) => {
    expect(signal(what, { id: 'R1', custom_id: 'ref-1', amount, links: ofCapture })).toMatchObject({ what, ...refund })
  })

  test('a negative amount is the amount refunded', () => {
    const back = { id: 'R1', amount: { ...amount, value: '-42.00' }, links: ofCapture }
    expect(signal('PAYMENT.CAPTURE.REVERSED', back)).toMatchObject({ refundId: 'R1', amountCents: 4200 })
  })

  test('a reversal whose resource is the capture has the webhook’s id as refund id', () => {
    const supplementary_data = { related_ids: { order_id: 'PP1' } }
    const capture = { id: 'CAP1', custom_id: 'chk-1', amount, links: ofOrder, supplementary_data }
    const said = { captureId: 'CAP1', refundId: 'WH-1', providerOrderId: 'PP1', checkoutId: 'chk-1', amountCents: 4200 }
    expect(signal('PAYMENT.CAPTURE.REVERSED', capture)).toMatchObject(said)
    expect(signal('PAYMENT.CAPTURE.REVERSED', { id: 'CAP1', amount })).toMatchObject({
      captureId: 'CAP1',
      refundId: 'WH-1',
    })
  })

  test('a reversed approval names its order', () => {
    const resource = { order_id: 'PP1', purchase_units: [{ reference_id: 'default', custom_id: 'chk-1' }] }
    const said = { providerOrderId: 'PP1', checkoutId: 'chk-1', amountCents: null }
    expect(signal('CHECKOUT.PAYMENT-APPROVAL.REVERSED', resource)).toMatchObject(said)
  })

  test('a dispute contains its state, when it was opened, when it must be answered, and what the buyer gets back', () => {
    const resource = {
      dispute_id: 'PP-D-1',
      create_time: '2026-01-02T11:00:00+01:00',
      update_time: '2026-01-03T11:00:00+01:00',
      disputed_transactions: [{ seller_transaction_id: 'CAP1', custom: 'chk-1' }],
      reason: 'UNAUTHORISED',
      status: 'WAITING_FOR_SELLER_RESPONSE',
      dispute_amount: amount,
      dispute_life_cycle_stage: 'CHARGEBACK',
      seller_response_due_date: '2026-01-12T00:00:00Z',
      dispute_outcome: { outcome_code: 'NONE', amount_refunded: { ...amount, value: '12.00' } },
    }
    expect(signal('CUSTOMER.DISPUTE.UPDATED', resource)).toMatchObject({
      disputeOpenedAt: '2026-01-02T10:00:00.000Z',
      amountCents: 4200,
      refundedCents: 1200,
      disputeId: 'PP-D-1',
      captureId: 'CAP1',
      code: 'UNAUTHORISED',
      dispute: {
        status: 'WAITING_FOR_SELLER_RESPONSE',
        stage: 'CHARGEBACK',
        dueAt: '2026-01-12T00:00:00.000Z',
        outcome: 'NONE',
        changedAt: '2026-01-03T10:00:00.000Z',
      },
    })
    const dispute_outcome = { amount_refunded: { currency_code: 'EUR', value: '12.00' } }
    expect(signal('CUSTOMER.DISPUTE.RESOLVED', { ...resource, dispute_outcome })).not.toHaveProperty('refundedCents')
  })
})

test.each([
  ['2026-01-03T11:00:00+01:00', '2026-01-03T10:00:00.000Z'],
  ['soon', undefined],
  [undefined, undefined],
])('an event that was created at %s was created at %s', (create_time, createdAt) => {
  const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', create_time, resource: { id: 'CAP1' } }
  const found = readWebhook(Buffer.from(JSON.stringify(event)), at)
  expect(found).toMatchObject({ is: 'signal', signal: { captureId: 'CAP1', ...(createdAt && { createdAt }) } })
  expect(found.is === 'signal' && found.signal.createdAt).toBe(createdAt)
})

test.each(followedEvents)('the subscribed event %s is read', (what) => {
  expect(read(what, {}).is).not.toBe('not followed')
})

test.each([
  ['an order without its id', 'CHECKOUT.ORDER.APPROVED', {}],
  ['no resource', 'PAYMENT.CAPTURE.COMPLETED', undefined],
  ['a resource that is no object', 'PAYMENT.CAPTURE.COMPLETED', []],
  [
    'an amount in another form',
    'PAYMENT.CAPTURE.COMPLETED',
    { id: 'CAP1', amount: { total: '42.00', currency: 'USD' } },
  ],
  ['a malformed amount', 'PAYMENT.REFUND.FAILED', { id: 'R1', links: ofCapture, amount: { ...amount, value: 'all' } }],
  ['a date in no known form', 'CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1', seller_response_due_date: 'soon' }],
])('a followed event is not understood with %s', (_, what, resource) => {
  expect(read(what, resource)).toMatchObject({ is: 'not understood', what, signalId: 'WH-1' })
})

test('a body that is not an event is not understood', () => {
  for (const text of ['', '{', 'null', '[]', '{"id":"WH-1"}'])
    expect(readWebhook(Buffer.from(text), at)).toMatchObject({ is: 'not understood', what: 'NO_EVENT_TYPE' })
})
