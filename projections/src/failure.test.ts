import type { Recorded } from '@shop/language/events/event'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

const event = (data: unknown, stream = 'order-1') =>
  ({ id: 'e1', type: 'OrderPlaced', position: '7', stream, version: 0, data }) as unknown as Recorded

test('a failure has the event, its position and the error', () => {
  expect(failureOf(event({}), new Error('Cannot read properties of null'), 'now')).toEqual({
    event: { id: 'e1', type: 'OrderPlaced', position: '7', stream: 'order-1' },
    error: 'Cannot read properties of null',
    at: 'now',
  })
})

test('a failure has no text of the event, at any depth, and no whole guest id', () => {
  const data = { name: 'Ada Byron', lines: [{ address: { firstName: 'Ada' } }], size: 'M' }
  const { error, event: reported } = failureOf(
    event(data, 'cart-guest_3f2a9c00-1d'),
    new TypeError('"Ada Byron" (Ada) is no M'),
    'now',
  )
  expect(error).toBe('"…" (…) is no M')
  expect(reported.stream).toBe('cart-guest_3f2a…')
})

test('a long message is cut, and a thrown value that is not an Error is kept too', () => {
  expect(failureOf(event({}), 'x'.repeat(900), 'now').error).toHaveLength(200)
})
