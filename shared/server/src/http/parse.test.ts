import { LoginBody, RegisterBody } from '@shop/language/account/api'
import { ShippingAddress } from '@shop/language/address/api'
import { AddToCartBody } from '@shop/language/cart/api'
import { DeletedQuery } from '@shop/language/deleted/api'
import type { ShopError } from '@shop/language/errors'
import { HoldQuery } from '@shop/language/hold/api'
import { OutboxQuery } from '@shop/language/mail/api'
import { ChangeStatusBody, ReceiveReturnBody, RefundBody } from '@shop/language/order/api'
import { CreateProductBody, ProductQuery } from '@shop/language/product/api'
import { PageQuery } from '@shop/language/values/list-query'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { parse } from './parse.ts'

function refusalOf(schema: z.ZodType, value: unknown) {
  try {
    parse(schema, value)
  } catch (refusal) {
    return refusal as ShopError
  }
  throw new Error('it was taken')
}

test.each<[z.ZodType, unknown, string]>([
  [LoginBody, {}, 'Email is missing'],
  [LoginBody, { email: { $ne: null }, password: 'x' }, 'Email is not valid'],
  [LoginBody, { email: 'nobody', password: 'x' }, 'Enter an email address'],
  [LoginBody, [], 'This request is not valid'],
  [RegisterBody, { name: ' ', email: 'a@b.test', password: 'x'.repeat(9) }, 'Name is missing'],
  [
    RegisterBody,
    { name: 'x'.repeat(101), email: 'a@b.test', password: 'x'.repeat(9) },
    'Name has at most 100 characters',
  ],
  [AddToCartBody, { productId: 'p', size: 'M', color: 'Red', quantity: 100 }, 'Quantity is at most 99'],
  [AddToCartBody, { productId: 'p', size: 'M', color: 'Red', quantity: 1.5 }, 'Quantity is not valid'],
  [ShippingAddress, { postalCode: 9000 }, 'Postal code is not valid'],
  [ChangeStatusBody, { status: 'Refunded' }, 'Status must be Processing, Shipped, Delivered or Cancelled'],
  [ProductQuery, { sortBy: 'oldest' }, 'Sort by must be priceasc, pricedesc or popularity'],
  [PageQuery, { limit: 'ten' }, 'Limit is not valid'],
  [RefundBody, { line: [{ line: 0, quantity: 1 }], reason: 'Torn' }, 'line is not a field of this request'],
  [RefundBody, { lines: [{ line: 0, pieces: 1 }], reason: 'Torn' }, 'Quantity is missing'],
  [RefundBody, { amount: 5 }, 'Give a reason'],
  [RefundBody, { amount: 5, reason: ' ' }, 'Reason is missing'],
  [
    RefundBody,
    { chosenReason: 'torn' },
    'Chosen reason must be too-small, too-large, quality, late, changed-mind or other',
  ],
  [ChangeStatusBody, { status: 'Shipped', chosenReason: 'late' }, 'This field is only for a cancellation'],
  [ReceiveReturnBody, { lines: [], amout: 5 }, 'amout is not a field of this request'],
  [RefundBody, { ['x'.repeat(90)]: 1, reason: 'Torn' }, `${'x'.repeat(50)} is not a field of this request`],
  [
    CreateProductBody,
    { name: 'Tee', price: 1, tones: { Red: '#fff' } },
    'The tones of a color are a list of at most four values such as #d32f2f',
  ],
  [HoldQuery, { sortBy: 'oldest' }, 'This list has only one order'],
  [DeletedQuery, { sortBy: 'oldest' }, 'This list has only one order'],
  [OutboxQuery, { sortBy: 'oldest' }, 'This list has only one order'],
  [z.record(z.string(), z.number()), { Red: 'x' }, 'Red is not valid'],
  [z.object({ list: z.array(z.string()).max(1) }), { list: ['a', 'b'] }, 'List has at most 1 entries'],
])('the message for an invalid field has words for a shopper, %#', (schema, value, message) => {
  const refusal = refusalOf(schema, value)
  expect(refusal.message).toBe(message)
  expect(refusal.details.fields).toContainEqual({ path: expect.any(String), message })
})

test('each invalid field is named with its path', () => {
  const { details } = refusalOf(z.object({ shippingAddress: ShippingAddress }), {
    shippingAddress: { city: 5, phone: 1 },
  })
  expect(details.fields).toMatchObject([{ path: 'shippingAddress.city' }, { path: 'shippingAddress.phone' }])
})
