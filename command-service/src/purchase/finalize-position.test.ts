import { cartStream } from '@shop/language/cart/events'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeProvider } from '../test-support/fake-provider.ts'
import { startRoom } from '../test-support/start-room.ts'
import { placePaid } from './outcome.ts'
import { loadPurchase } from './purchase.ts'

const JOB = { correlationId: 'job', causationId: 'job', actor: { role: 'system' } } as const

test.for(['one', 'several'] as const)(
  'if a job has placed the order, finalize still waits for the emptied cart, writers: %s',
  async (writers) => {
    const room = await startRoom({ writers })
    onTestFinished(() => room.stop())
    const bank = createFakeProvider()
    Object.assign(room.parts.payments, bank.provider)
    const { _id: productId } = await room.list({ price: 25, countInStock: 100 })
    const { id: customerId, token } = await room.register('ada')
    const line = { productId, size: 'M', color: 'Red', quantity: 1 }
    const step = (method: string, path: string, body: object) => room.ask(method, path, { token, body })
    await step('POST', '/cart', line)
    const { body } = await step('POST', '/checkouts', {
      checkoutItems: [{ ...line, price: 25, name: 'Shirt' }],
      shippingAddress: { city: 'Ghent' },
      paymentMethod: 'PayPal',
      totalPrice: 25,
    })
    const checkoutId = body.checkout._id
    const { id } = (await step('POST', `/checkouts/${checkoutId}/payment`, {})).body
    bank.decide(id, 'approved')
    await step('PUT', `/checkouts/${checkoutId}/pay`, { paymentStatus: 'paid', paymentDetails: { id } })
    await placePaid(await loadPurchase(room.parts, checkoutId, JOB))

    const { status, headers } = await step('POST', `/checkouts/${checkoutId}/finalize`, {})
    const emptied = (await Array.fromAsync(room.log.readStream(cartStream(customerId)))).at(-1)
    expect([status, emptied?.type]).toEqual([200, 'PurchaseLeftCart'])
    expect(Number(headers.get('x-position'))).toBeGreaterThanOrEqual(Number(emptied?.position))
  },
)
