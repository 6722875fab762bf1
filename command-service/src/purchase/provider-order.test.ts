import { expect, test } from 'vitest'
import { createWorld } from '../test-support/create-world.ts'

test('each try to create an order has a new number, even in another process or a concurrent request (decisions M14)', async () => {
  const attempts: number[] = []
  const world = createWorld({
    payments: (provider) => ({
      ...provider,
      async createOrder(order) {
        attempts.push(order.attempt)
        if (order.attempt < 3) return { is: 'not carried out', code: 'RATE_LIMIT_REACHED' }
        return provider.createOrder(order)
      },
    }),
  })
  await world.list('shirt', 1)
  const { checkoutId } = await world.start('ada', { shirt: 1 }, 'start')
  for (const key of ['one', 'two', 'three'])
    await expect(world.beginPayment(checkoutId, key)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  expect(await world.beginPayment(checkoutId, 'four')).toBe('PP1')
  expect(attempts).toEqual([0, 1, 2, 3])
})
