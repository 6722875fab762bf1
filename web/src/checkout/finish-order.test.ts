import type { Order } from '@shop/language/order/api'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { finishOrder } from './finish-order.ts'

const approval = { checkoutId: 'c1', providerOrderId: 'p1', payKey: 'k1' }
const order = { _id: 'c1', isPaid: true } as Order
const noOrderYet = () => Promise.reject(new ApiError(404, { code: 'NOT_FOUND' }))
const silent = () => Promise.reject(new ApiError(0, {}))

const calls = (overrides: object) => ({
  pay: vi.fn(async () => ({})),
  finalize: vi.fn(async () => order),
  find: vi.fn(noOrderYet),
  wait: vi.fn(async () => {}),
  ...overrides,
})

test('a recorded and finalized payment becomes an order', async () => {
  expect(await finishOrder(approval, calls({}))).toEqual({ as: 'ordered', order })
})

test('a recorded payment is not recorded again when finalizing is retried', async () => {
  const finalize = vi.fn(async () => order).mockImplementationOnce(silent)
  const server = calls({ finalize })
  expect(await finishOrder(approval, server)).toEqual({ as: 'ordered', order })
  expect(server.pay).toHaveBeenCalledTimes(1)
  expect(finalize).toHaveBeenCalledTimes(2)
})

test('an order that the server placed first is found', async () => {
  expect(await finishOrder(approval, calls({ pay: silent, find: async () => order }))).toEqual({ as: 'ordered', order })
})

test('a refused payment ends the retries at once', async () => {
  const error = new ApiError(409, { code: 'PAYMENT_NOT_VERIFIED', message: 'The card was declined' })
  const server = calls({ pay: () => Promise.reject(error) })
  expect(await finishOrder(approval, server)).toEqual({ as: 'refused', error })
  expect(server.wait).toHaveBeenCalledTimes(1)
})

test('a payment that the provider is still checking ends the retries without an order', async () => {
  const error = new ApiError(409, { code: 'PAYMENT_PENDING', message: 'Do not pay again' })
  const server = calls({ pay: () => Promise.reject(error), find: async () => ({ ...order, isPaid: false }) })
  expect(await finishOrder(approval, server)).toEqual({ as: 'pending' })
  expect(server.wait).toHaveBeenCalledTimes(1)
})

test("a refusal that names another tab's order ends the retries", async () => {
  const error = new ApiError(409, { code: 'CONFLICT', message: 'You have bought these pieces already', orderId: 'c2' })
  const server = calls({ pay: () => Promise.reject(error) })
  expect(await finishOrder(approval, server)).toEqual({ as: 'refused', error })
  expect(server.wait).toHaveBeenCalledTimes(1)
})

test('missing stock ends the retries, and the shopper is not charged', async () => {
  const error = new ApiError(409, { code: 'OUT_OF_STOCK', message: 'The last one is sold. Nothing was charged' })
  expect(await finishOrder(approval, calls({ pay: () => Promise.reject(error) }))).toEqual({ as: 'refused', error })
})

test('without a final answer the retries end after about a minute', async () => {
  const wait = vi.fn(async (_ms: number) => {})
  expect(await finishOrder(approval, calls({ pay: silent, wait }))).toEqual({ as: 'unknown' })
  const askedForMs = wait.mock.calls.reduce((sum, [ms]) => sum + ms, 0)
  expect(askedForMs).toBeGreaterThan(45_000)
  expect(askedForMs).toBeLessThan(90_000)
})

test('the time of calls without an answer counts towards the minute of the retries', async () => {
  vi.useFakeTimers()
  const never = vi.fn(async () => {
    await vi.advanceTimersByTimeAsync(20_000)
    return silent()
  })
  expect(await finishOrder(approval, calls({ pay: never, find: never }))).toEqual({ as: 'unknown' })
  expect(never.mock.calls.length).toBeLessThanOrEqual(4)
  vi.useRealTimers()
})
