import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFakeProvider } from '../test-support/fake-provider.ts'
import { startRoom } from '../test-support/start-room.ts'

/** Longer than a process keeps a fact if several processes write. So each step reads its facts again. */
const BETWEEN_STEPS_MS = 2_000

/** The kinds of streams that each step of a second purchase reads. The process knows the customer and the product already. */
async function readsOfAPurchase(writers: 'one' | 'several') {
  let nowMs = Date.parse('2026-01-01T10:00:00Z')
  const room = await startRoom({ writers, now: () => new Date(nowMs) })
  try {
    const bank = createFakeProvider()
    Object.assign(room.parts.payments, bank.provider)
    const shirt = await room.list({ price: 25, countInStock: 100 })
    const { token } = await room.register('ada')
    const line = { productId: shirt._id, size: 'M', color: 'Red', quantity: 1 }
    const reads: Record<string, string[]> = {}

    async function step(name: string, method: string, path: string, body: object) {
      nowMs += BETWEEN_STEPS_MS
      // A guest adds to the cart, and then signs in.
      const signedIn = name === 'add' ? {} : { token }
      const answer = await room.ask(method, path, { ...signedIn, body, key: crypto.randomUUID() })
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      reads[name] = room.takeStreamsRead().map(kindOf)
      return answer.body
    }

    async function buy() {
      const guestId = `guest_1_${randomBytes(16).toString('base64url')}`
      await step('add', 'POST', '/cart', { ...line, guestId })
      await step('merge', 'POST', '/cart/merge', { guestId })
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
    room.takeStreamsRead()
    await buy()
    return reads
  } finally {
    await room.stop()
  }
}

const kindOf = (stream: string) => /^(provider-order|[a-z]+)/.exec(stream)![0]

/** The caller's streams are read again after a second, so that a demoted or signed-out caller is refused (reliability SEC2). */
const CALLER = ['account', 'sessions', 'admins']

describe('a purchase in a process that knows the customer and the product', () => {
  test('reads only the new guest’s cart from the log if one process writes it', async () => {
    const reads = await readsOfAPurchase('one')
    expect(reads).toEqual({ add: ['cart'], merge: [], checkout: [], payment: [], pay: [], finalize: [] })
  })

  test('reads the log thirteen times if several processes write it, and also reads the caller’s streams', async () => {
    const reads = await readsOfAPurchase('several')
    expect(reads).toEqual({
      add: ['cart', 'product', 'stock'],
      merge: [...CALLER, 'cart', 'cart', 'product', 'stock'],
      checkout: [...CALLER, 'cart', 'product', 'stock'],
      payment: [...CALLER, 'checkout'],
      pay: [...CALLER, 'checkout', 'checkout'],
      finalize: CALLER,
    })
  })
})
