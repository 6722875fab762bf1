import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeProvider } from './test-support/fake-provider.ts'
import { type Room, startRoom } from './test-support/start-room.ts'

let room: Room
let productId: string
beforeEach(async () => {
  room = await startRoom({ counters: createMemoryCounters() })
  productId = (await room.list({ price: 25, countInStock: 99 }))._id
})
afterEach(() => room.stop())

const guest = (n: number) => `guest_${n}_${'r'.repeat(22)}`
const line = (other: object) => ({ productId, size: 'M', color: 'Red', quantity: 1, ...other })
const add = (other: object, asking = {}) => room.ask('POST', '/cart', { body: line(other), ...asking })
const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Sends this many requests, a dozen at a time, because a client can open only a limited number of connections. */
async function times(count: number, ask: (n: number) => Promise<{ status: number; headers: Headers; body: unknown }>) {
  const answers = []
  for (let from = 0; from < count; from += 12)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(12, count - from) }, (_, n) => ask(from + n)))))
  return answers
}

describe("an owner's commands", () => {
  test('are limited to 120 a minute, including repeats under one Idempotency-Key; further commands in that minute get 429', async () => {
    const answers = await times(130, () => add({ guestId: guest(1) }, { key: 'one-and-the-same' }))
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([120, 10])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many changes at once. Wait a moment' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await add({ guestId: guest(2) })).status).toBe(200)
  })

  test('are counted together for all tabs of a customer, and for cart and checkout', async () => {
    const { token } = await room.register('ada')
    const merge = () => room.ask('POST', '/cart/merge', { token, body: { guestId: guest(3) } })
    const finalize = () => room.ask('POST', '/checkouts/unknown/finalize', { token, body: {} })
    const answers = await times(130, (n) => [() => add({}, { token }), merge, finalize][n % 3]!())
    expect(countOf(answers, 429)).toBe(10)
    const bob = await room.register('bob')
    expect((await add({}, { token: bob.token })).status).toBe(200)
  })

  test('of an admin are limited for their own cart, not for their work on the shop', async () => {
    const edit = () => room.ask('PUT', `/products/${productId}`, { token: room.adminToken, body: { countInStock: 50 } })
    expect(countOf(await times(130, edit), 200)).toBe(130)
  })
})

test('a network may write 600 times a minute without a sign-in, regardless of its guest ids', async () => {
  const answers = await times(620, (n) => room.ask('DELETE', '/cart', { body: line({ guestId: guest(n) }) }))
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([600, 20])
  const login = () => room.ask('POST', '/users/login', { body: { email: 'nobody@shop.test', password: 'a guess' } })
  expect((await login()).status).toBe(429)
  // The provider's webhooks have a separate limit.
  expect((await room.ask('POST', '/webhooks/paypal', { body: {} })).status).toBe(401)
  expect((await add({}, { token: room.adminToken })).status).toBe(200)
})

describe("a customer's calls to the payment provider", () => {
  test('are limited to twenty a minute, and do not affect other customers', async () => {
    const bank = createFakeProvider()
    Object.assign(room.parts.payments, bank.provider)
    const [ada, bob] = [await room.register('ada'), await room.register('bob')]
    const start = async ({ token }: typeof ada) => {
      const body = { checkoutItems: [line({ price: 25, name: 'x' })], shippingAddress: {}, paymentMethod: 'PayPal' }
      return (await room.ask('POST', '/checkouts', { token, body: { ...body, totalPrice: 25 } })).body.checkout._id
    }
    const pay = ({ token }: typeof ada, id: string) =>
      room.ask('PUT', '/checkouts/pay', { token, body: { paymentStatus: 'paid', paymentDetails: { id } } })
    await start(ada)
    // The shop looks up an unknown id twice: as an order of the provider, and as a capture.
    const answers = await times(40, () => pay(ada, 'made-up'))
    expect([countOf(answers, 409) + countOf(answers, 404), countOf(answers, 429)]).toEqual([10, 30])

    const id = await start(bob)
    const order = await room.ask('POST', `/checkouts/${id}/payment`, { token: bob.token, body: {} })
    bank.decide(order.body.id, 'approved')
    expect((await pay(bob, order.body.id)).status).toBe(200)
  })
})
