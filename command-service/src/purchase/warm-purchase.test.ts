import { describe, expect, test } from 'vitest'
import { createFakeProvider } from '../test-support/fake-provider.ts'
import { startRoom } from '../test-support/start-room.ts'

const AT = new Date('2026-01-01T10:00:00Z')

/** How often each step of a second purchase reads the log, in a process that knows the shopper and the product. */
async function readsOfAPurchase(writers: 'one' | 'several') {
  const room = await startRoom({ writers, now: () => AT })
  try {
    const bank = createFakeProvider()
    Object.assign(room.parts.payments, bank.provider)
    const shirt = await room.list({ price: 25, countInStock: 100 })
    const { token } = await room.register('ada')
    const line = { productId: shirt._id, size: 'M', color: 'Red', quantity: 1 }
    const reads = new Map<string, number>()

    async function step(name: string, method: string, path: string, body: object) {
      const answer = await room.ask(method, path, { token, body, key: crypto.randomUUID() })
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      reads.set(name, room.takeReads().calls)
      return answer.body
    }

    async function buy() {
      await step('add', 'POST', '/cart', line)
      const { checkout } = await step('checkout', 'POST', '/checkouts', {
        checkoutItems: [{ ...line, price: 25, name: 'Shirt' }],
        shippingAddress: { city: 'Ghent' },
        paymentMethod: 'PayPal',
        totalPrice: 25,
      })
      const { id } = await step('payment', 'POST', `/checkouts/${checkout._id}/payment`, {})
      bank.decide(id, 'approved')
      await step('pay', 'PUT', `/checkouts/${checkout._id}/pay`, { paymentStatus: 'paid', paymentDetails: { id } })
      await step('finalize', 'POST', `/checkouts/${checkout._id}/finalize`, {})
    }

    await buy()
    room.takeReads()
    await buy()
    return reads
  } finally {
    await room.stop()
  }
}

describe('a warm purchase', () => {
  test('reads nothing from a log that one process writes', async () => {
    const reads = await readsOfAPurchase('one')
    expect(Object.fromEntries(reads)).toEqual({ add: 0, checkout: 0, payment: 0, pay: 0, finalize: 0 })
  })

  test('reads a log that several processes write eight times at the most', async () => {
    const reads = await readsOfAPurchase('several')
    expect(Object.fromEntries(reads)).toEqual({ add: 0, checkout: 1, payment: 0, pay: 3, finalize: 0 })
  })
})
