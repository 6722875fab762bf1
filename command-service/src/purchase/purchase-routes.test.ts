import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const bodyOf = (quantity = 2, changes = {}) => ({
  checkoutItems: [{ productId: shirt._id, size: 'M', color: 'Red', quantity, price: 25, name: 'x' }],
  shippingAddress: { city: 'Ghent' },
  paymentMethod: 'PayPal',
  totalPrice: 25 * quantity,
  ...changes,
})
const start = (token = ada.token, body: unknown = bodyOf(), key?: string) =>
  room.ask('POST', '/checkouts', { token, body, ...(key && { key }) })
const begin = (id: string, token = ada.token) => room.ask('POST', `/checkouts/${id}/payment`, { token, body: {} })
const finalize = (id: string, token = ada.token) => room.ask('POST', `/checkouts/${id}/finalize`, { token, body: {} })
const pay = (details: object, token = ada.token, path = '/checkouts/pay') =>
  room.ask('PUT', path, { token, body: { paymentStatus: 'paid', ...details } })

let begun = 0
/** Begins a checkout and approves its payment. Each checkout has different lines, because paid pieces are not sold again. */
async function approved(quantity = 3 + (begun++ % 9)) {
  const { body } = await start(ada.token, bodyOf(quantity))
  const id = body.checkout._id as string
  const order = (await begin(id)).body.id as string
  bank.decide(order, 'approved')
  return { id, order }
}

test('the documented calls lead from a cart to an order', async () => {
  const started = await start()
  expect(started).toMatchObject({
    status: 201,
    body: { checkout: { status: 'open', total: 50, totalPrice: 50, isPaid: false, shippingMethod: 'Free' } },
  })
  expect(started.headers.get('x-position')).toBeTruthy()
  const order = bank.payInBrowser(5000)
  const capture = { id: order, status: 'COMPLETED', purchase_units: [{ anything: true }] }
  expect(await pay({ paymentDetails: capture })).toMatchObject({ status: 200, body: { status: 'paid', isPaid: true } })
  const { _id } = started.body.checkout
  const first = await finalize(_id)
  expect(first).toMatchObject({
    status: 200,
    body: { _id, status: 'Processing', isPaid: true, totalPrice: 50, total: 50, shippingAddress: { city: 'Ghent' } },
  })
  expect(first.body.user).toBeUndefined()
  expect((await finalize(_id)).body).toEqual(first.body)
})

test('a wrong price is refused with the catalog’s prices', async () => {
  const before = await room.countEvents()
  const cheap = bodyOf(2, { checkoutItems: [{ ...bodyOf().checkoutItems[0], price: 0.01 }], totalPrice: 0.02 })
  expect(await start(ada.token, cheap)).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', total: 50, lines: [{ productId: shirt._id, price: 25, sentPrice: 0.01 }] },
  })
  expect(await start(ada.token, bodyOf(2, { totalPrice: 1 }))).toMatchObject({ status: 409, body: { total: 50 } })
  expect(await room.countEvents()).toBe(before)
})

test('an unknown product is refused', async () => {
  const odd = bodyOf(1, { checkoutItems: [{ ...bodyOf().checkoutItems[0], productId: 'nothing' }] })
  expect(await start(ada.token, odd)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('a repeated key gets the same checkout, but is refused with another body', async () => {
  const first = await start(ada.token, bodyOf(), 'one-key')
  expect(await start(ada.token, bodyOf(), 'one-key')).toMatchObject({ status: 201, body: first.body })
  expect(await start(ada.token, bodyOf(1), 'one-key')).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  })
})

test.each(['payment', 'finalize', 'cancel', 'release'])('%s refuses a key that came with another body', async (act) => {
  const checkout = act === 'finalize' ? (await approved()).id : (await start()).body.checkout._id
  if (act === 'finalize') await pay({ checkoutId: checkout })
  const token = act === 'release' ? room.adminToken : ada.token
  const send = (body: object) => room.ask('POST', `/checkouts/${checkout}/${act}`, { token, key: `key-${act}`, body })
  const first = await send({})
  expect(first.status).toBe(200)
  const before = await room.countEvents()
  expect(await send({ evenIfBegun: true })).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  expect(await room.countEvents()).toBe(before)
  expect(await send({})).toMatchObject({ status: 200, body: first.body })
})

test('a payment that is reported twice under one key gets the first answer, even if the checkout has changed since', async () => {
  const { id, order } = await approved()
  const body = { checkoutId: id, paymentStatus: 'paid', paymentDetails: { id: order } }
  const report = () => room.ask('PUT', '/checkouts/pay', { token: ada.token, key: 'pay-1', body })
  const first = await report()
  expect(first).toMatchObject({ status: 200, body: { status: 'paid', isFinalized: false } })
  await finalize(id)
  expect((await report()).body).toEqual(first.body)
  const other = { ...body, paymentDetails: null }
  const refused = await room.ask('PUT', '/checkouts/pay', { token: ada.token, key: 'pay-1', body: other })
  expect(refused).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
})

test('a payment under review is answered as pending, with the position that the read models must reach', async () => {
  const { body } = await start()
  const id = body.checkout._id as string
  const order = (await begin(id)).body.id as string
  bank.decide(order, 'reviewed')
  const answer = await pay({ checkoutId: id })
  expect(answer).toMatchObject({ status: 409, body: { code: 'PAYMENT_PENDING' } })
  expect(answer.headers.get('x-position')).toBeTruthy()
  expect(await finalize(id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_PENDING' } })
  bank.review(order, 'COMPLETED')
  expect(await pay({ checkoutId: id })).toMatchObject({ status: 200, body: { status: 'paid', isPaid: true } })
})

test('a refused command reports the position of what it recorded', async () => {
  const { body } = await start(ada.token, bodyOf(15))
  const failing = async () => ({ is: 'not carried out', code: 'INTERNAL_SERVER_ERROR' }) as const
  Object.assign(room.parts.payments, { createOrder: failing })
  const before = await room.log.head()
  const answer = await begin(body.checkout._id)
  Object.assign(room.parts.payments, bank.provider)
  expect(answer).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
  expect(await room.log.head()).not.toBe(before)
  expect(answer.headers.get('x-position')).toBe(await room.log.head())
})

test('a payment is started once', async () => {
  const { id, order } = await approved()
  expect(await begin(id)).toMatchObject({ status: 200, body: { id: order } })
})

test('a checkout is found by the body, by the path, or by the provider’s order', async () => {
  const first = await approved()
  expect((await pay({ checkoutId: first.id })).status).toBe(200)
  const second = await approved()
  expect((await pay({}, ada.token, `/checkouts/${second.id}/pay`)).status).toBe(200)
  const third = await approved()
  expect((await pay({ paymentDetails: { id: third.order } })).status).toBe(200)
  expect((await pay({ paymentDetails: { orderID: third.order } })).status).toBe(200)
})

test('a payment without an id is for an open checkout only; with its own id, it may be reported again', async () => {
  const cy = await room.register('cy')
  expect(await pay({}, cy.token)).toMatchObject({ status: 404 })
  const id = (await start(cy.token, bodyOf(18))).body._id as string
  const order = (await begin(id, cy.token)).body.id as string
  bank.decide(order, 'approved')
  expect(await pay({}, cy.token)).toMatchObject({ status: 200, body: { _id: id } })
  await finalize(id, cy.token)
  expect(await pay({}, cy.token)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await pay({ paymentDetails: { id: order } }, cy.token)).toMatchObject({ status: 200, body: { _id: id } })
})

test('a payment may be reported by the id of its capture, again and again', async () => {
  const ofShop = await approved()
  await bank.provider.capture({ checkoutId: ofShop.id, providerOrderId: ofShop.order, attempt: 0 })
  const older = (await start(ada.token, bodyOf(16))).body._id as string
  const inBrowser = bank.payInBrowser(40_000)
  for (const [id, order] of [
    [ofShop.id, ofShop.order],
    [older, inBrowser],
  ])
    for (const _ of [1, 2])
      expect(await pay({ paymentDetails: { id: `CAP-${order}` } })).toMatchObject({
        status: 200,
        body: { _id: id, isPaid: true },
      })
  expect(await pay({ paymentDetails: { id: `CAP-${inBrowser}` } }, bob.token)).toMatchObject({ status: 404 })
})

describe('two approved tabs of one cart', () => {
  const named = (orderId: string, message: RegExp) => ({
    status: 409,
    body: { code: 'CONFLICT', orderId, message: expect.stringMatching(message) },
  })

  test('end as one order, and every answer to the later tab names that order', async () => {
    const { body } = await start(ada.token, bodyOf(14))
    const first = body._id as string
    const inFirst = (await begin(first)).body.id as string
    const second = await approved(14)
    bank.decide(inFirst, 'approved')
    expect((await pay({ checkoutId: second.id })).status).toBe(200)
    const refused = named(second.id, /You pay once/)
    expect(await pay({ checkoutId: first, paymentDetails: { id: inFirst } })).toMatchObject(refused)
    expect(await begin(first)).toMatchObject(refused)
    expect(await finalize(first)).toMatchObject(refused)
    expect(bank.orders.get(inFirst)?.captureId).toBeUndefined()
    expect(await finalize(second.id)).toMatchObject({ status: 200, body: { _id: second.id } })
  })

  test('that were captured in the browser: the later payment is refunded, and each call reports the refund', async () => {
    const first = (await start(ada.token, bodyOf(14))).body._id as string
    const second = (await start(ada.token, bodyOf(14))).body._id as string
    const [inFirst, inSecond] = [bank.payInBrowser(35_000), bank.payInBrowser(35_000)]
    expect((await pay({ checkoutId: first, paymentDetails: { id: inFirst } })).status).toBe(200)
    const payAgain = () => pay({ checkoutId: second, paymentDetails: { id: inSecond } })
    const answer = await payAgain()
    expect(answer).toMatchObject(named(first, /we refund a second payment/))
    expect(answer.headers.get('x-position')).toBeTruthy()
    const before = await room.countEvents()
    expect(await payAgain()).toMatchObject(named(first, /we refund a second payment/))
    expect(await room.countEvents()).toBe(before)
    expect(await finalize(second)).toMatchObject(named(first, /we refund a second payment/))
  })

  test('and a new checkout: the earlier checkout becomes the order that the refusal names, even if the request is repeated', async () => {
    const { id } = await approved(15)
    const refused = named(id, /You pay once/)
    for (const _ of [1, 2]) expect(await start(ada.token, bodyOf(15), 'again')).toMatchObject(refused)
    expect(await finalize(id)).toMatchObject({ status: 200, body: { _id: id } })
    expect(await start(ada.token, bodyOf(15), 'one-more')).toMatchObject({ status: 201 })
  })
})

describe("another customer's checkout", () => {
  test('is answered exactly like an unknown checkout', async () => {
    const { id, order } = await approved()
    const calls = (checkoutId: string, details: object) => [
      begin(checkoutId, bob.token),
      finalize(checkoutId, bob.token),
      pay({ checkoutId }, bob.token),
      pay({}, bob.token, `/checkouts/${checkoutId}/pay`),
      pay(details, bob.token),
    ]
    const others = await Promise.all(calls(id, { paymentDetails: { id: order } }))
    const unknown = await Promise.all(calls('nothing', { checkoutId: 'nothing' }))
    const shown = ({ status, body: { requestId: _, ...rest } }: (typeof others)[number]) => ({ status, ...rest })
    expect(others.map(shown)).toEqual(unknown.map(shown))
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test('is refused without a token', async () => {
    const answers = await Promise.all([
      room.ask('POST', '/checkouts', { body: bodyOf() }),
      room.ask('PUT', '/checkouts/pay', { body: {} }),
      room.ask('POST', '/checkouts/x/finalize', { body: {} }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

describe('the status of an order', () => {
  const ask = (method: string, id: string, body?: unknown, token = room.adminToken) =>
    room.ask(method, `/orders/${id}`, { token, ...(body !== undefined && { body }) })

  async function order() {
    const { id } = await approved()
    await pay({ checkoutId: id })
    await finalize(id)
    return id
  }

  test('can be set to any value at any time by an admin, who sees the customer’s name', async () => {
    const id = await order()
    expect(await ask('PUT', id, { status: 'Delivered' })).toMatchObject({
      status: 200,
      body: { status: 'Delivered', isDelivered: true, user: { name: 'ada' }, refundDue: false },
    })
    expect(await ask('PUT', id, { status: 'Cancelled' })).toMatchObject({ body: { refundDue: true, isPaid: true } })
  })

  test.each([{ status: 'Refunded' }, { status: ['Shipped'] }, {}])('%j is refused as a status', async (body) => {
    expect((await ask('PUT', 'whatever', body)).status).toBe(400)
  })

  test('cannot be set for a deleted order until it is restored', async () => {
    const id = await order()
    expect(await ask('DELETE', id)).toMatchObject({ status: 200, body: { message: 'Order deleted', _id: id } })
    expect((await ask('DELETE', id)).status).toBe(404)
    expect((await ask('PUT', id, { status: 'Shipped' })).status).toBe(404)
    expect((await finalize(id)).status).toBe(404)
    expect(await room.ask('POST', `/orders/${id}/restore`, { token: room.adminToken, body: {} })).toMatchObject({
      status: 200,
      body: { _id: id, status: 'Processing' },
    })
  })

  test('cannot be set by a customer', async () => {
    const id = await order()
    expect((await ask('PUT', id, { status: 'Shipped' }, ada.token)).status).toBe(403)
    expect((await ask('DELETE', id, undefined, ada.token)).status).toBe(403)
  })
})

test('a known path with another method says which methods are allowed', async () => {
  const answer = await room.ask('GET', '/checkouts/pay')
  expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
  expect(answer.headers.get('allow')).toContain('PUT')
  expect((await room.ask('GET', '/nothing')).status).toBe(404)
})
