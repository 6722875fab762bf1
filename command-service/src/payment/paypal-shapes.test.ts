import { expect, test } from 'vitest'
import { OrderShape, orderFrom } from './paypal-shapes.ts'

test('a capture contains the reason why it is pending, if PayPal gives one', () => {
  const amount = { currency_code: 'USD', value: '42.00' }
  const captureOf = (details: object) => ({ id: 'CAP', status: 'PENDING', amount, ...details })
  const orderOf = (details: object) =>
    orderFrom(
      OrderShape.parse({
        id: 'PP',
        status: 'COMPLETED',
        purchase_units: [{ amount, payee: { merchant_id: 'MERCHANT' }, payments: { captures: [captureOf(details)] } }],
      }),
      'MERCHANT',
    )
  expect(orderOf({ status_details: { reason: 'UNILATERAL' } }).captures).toMatchObject([{ reason: 'UNILATERAL' }])
  for (const none of [{}, { status_details: {} }]) expect(orderOf(none).captures[0]?.reason).toBeUndefined()
})
