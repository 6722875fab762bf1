import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeProvider } from '../test-support/fake-provider.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
let shirt: { _id: string }
let ada: { id: string; token: string }
let bob: { id: string; token: string }
const bank = createFakeProvider()

beforeAll(async () => {
  room = await startRoom()
  Object.assign(room.parts.payments, bank.provider)
  shirt = await room.list({ price: 25, countInStock: 1000 })
  ada = await room.register('ada')
  bob = await room.register('bob')
})
afterAll(() => room.stop())

let quantity = 0
/** A checkout with a begun payment. Each has different lines, because paid pieces are not sold again. */
async function begun() {
  quantity++
  const line = { productId: shirt._id, size: 'M', color: 'Red', quantity, price: 25 }
  const body = { checkoutItems: [line], paymentMethod: 'PayPal', totalPrice: 25 * quantity }
  const started = await room.ask('POST', '/checkouts', { token: ada.token, body })
  const id = started.body.checkout._id as string
  const order = (await room.ask('POST', `/checkouts/${id}/payment`, { token: ada.token, body: {} })).body.id as string
  return { id, order }
}
const look = (id: string, token = ada.token) => room.ask('GET', `/checkouts/${id}/charged`, { token })
const pay = (checkoutId: string) =>
  room.ask('PUT', '/checkouts/pay', { token: ada.token, body: { checkoutId, paymentStatus: 'paid' } })
const charged = async (id: string) => (await look(id)).body.charged

test('an abandoned payment counts as not charged, and the look-up captures and records nothing', async () => {
  const { id, order } = await begun()
  const before = await room.countEvents()
  expect(await look(id)).toMatchObject({
    status: 200,
    body: { _id: id, status: 'open', isPaid: false, isFinalized: false, charged: 'no' },
  })
  bank.decide(order, 'approved')
  // The shop may capture this payment by itself at any moment.
  expect(await charged(id)).toBe('unknown')
  expect(bank.orders.get(order)?.captureId).toBeUndefined()
  expect(await room.countEvents()).toBe(before)
})

test('a payment that was declined counts as not charged, even if the provider shows it as approved', async () => {
  const { id, order } = await begun()
  bank.decide(order, 'declined')
  expect(await pay(id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_NOT_VERIFIED', restart: true } })
  expect(await charged(id)).toBe('no')
})

test('the answer is "unknown" while the provider does not answer or does not report the payment', async () => {
  const { id } = await begun()
  for (const fault of ['down', 'unreported'] as const) {
    bank.faults[fault] = true
    expect(await charged(id), fault).toBe('unknown')
    bank.faults[fault] = false
  }
  expect(await charged(id)).toBe('no')
})

test('money that was taken counts as charged, whether or not the shop has recorded it', async () => {
  const { id, order } = await begun()
  bank.decide(order, 'approved')
  await bank.provider.capture({ checkoutId: id, providerOrderId: order, attempt: 0 })
  expect(await look(id)).toMatchObject({ body: { status: 'open', isPaid: false, charged: 'yes' } })
  await pay(id)
  bank.faults.down = true
  expect(await look(id)).toMatchObject({ body: { status: 'paid', isPaid: true, charged: 'yes' } })
  bank.faults.down = false
})

test("another customer's checkout is answered like an unknown checkout", async () => {
  const { id } = await begun()
  expect(await look(id, bob.token)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})
