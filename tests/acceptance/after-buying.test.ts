import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { ADDRESS, adminAt, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
let ada: Customer

beforeAll(async () => {
  shop = await startShop()
  admin = await adminAt(shop.url)
  ada = await customerAt(shop.url)
})
afterAll(() => shop.close())

const reason = 'A hole in it'
const left = async (productId: string) => (await callerAt(shop.url).get(`/api/products/${productId}`)).body.countInStock
const netRevenue = async () => (await admin.get('/api/admin/dashboard')).body.netRevenue

test('twenty parallel refunds with one key make one refund, and a later retry gets the same answer', async () => {
  const product = await listProduct(admin, { price: 25 })
  const { _id } = await buy(ada, product, 3)
  const before = await netRevenue()
  const path = `/api/admin/orders/${_id}/refunds`
  const refund = () =>
    admin.send('POST', path, {
      body: { lines: [{ line: 0, quantity: 1 }], reason },
      headers: { 'idempotency-key': `refund-${_id}` },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, refund))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.refund._id)).size).toBe(1)
  const first = answers[0]!.body
  expect(first).toMatchObject({
    isPaid: true,
    refundedTotal: 25,
    refundable: 50,
    refund: { state: 'made', amount: 25 },
  })
  expect((await refund()).body).toEqual(first)
  expect((await ada.get(`/api/orders/${_id}`)).body).toMatchObject({
    isPaid: true,
    refundedTotal: 25,
    refunds: [{ amount: 25, state: 'made', lines: [{ line: 0, quantity: 1 }] }],
    orderItems: [{ quantity: 3, paid: 75, refundable: 2, returnable: 0, toShip: 2 }],
  })
  await expect.poll(netRevenue).toBe(before - 25)
  expect((await admin.post(path, { amount: 50.01, reason })).status).toBe(409)
  expect((await admin.post(path, { reason })).body).toMatchObject({ refundedTotal: 75, refundable: 0 })
  expect((await admin.post(path, { reason })).status).toBe(409)
  expect(await left(product._id)).toBe(10)
  expect((await ada.get(`/api/orders/${_id}`)).body).toMatchObject({ refundState: 'full', leftToShip: 0 })
})

test('a customer cancels an unshipped order: its pieces return to stock once, and the money is refunded', async () => {
  const product = await listProduct(admin, { price: 25, countInStock: 5 })
  const { _id } = await buy(ada, product, 2)
  expect(await left(product._id)).toBe(3)
  const cancelled = await Promise.all([1, 2, 3].map(() => ada.post(`/api/orders/${_id}/cancel`)))
  expect(cancelled.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ada.get(`/api/orders/${_id}`)).body).toMatchObject({
    status: 'Cancelled',
    isPaid: true,
    refundedTotal: 50,
  })
  expect(await left(product._id)).toBe(5)
  expect((await admin.get(`/api/orders/${_id}`)).body).toMatchObject({ refundDue: false, refundable: 0 })
  const shipped = await buy(ada, product)
  await admin.put(`/api/admin/orders/${shipped._id}`, { status: 'Shipped', trackingNumber: 'RM1' })
  const late = await ada.post(`/api/orders/${shipped._id}/cancel`)
  expect([late.status, late.body.code]).toEqual([409, 'CONFLICT'])
  expect((await ada.get(`/api/orders/${shipped._id}`)).body).toMatchObject({ trackingNumber: 'RM1', refundedTotal: 0 })
})

test('customer and admin can complete the address of a paid order before it is shipped', async () => {
  const product = await listProduct(admin, { price: 25 })
  const { _id } = await buy(ada, product, 1, { ...ADDRESS, city: '', country: '' })
  const path = `/api/orders/${_id}/address`
  const listed = async () => (await admin.get(`/api/admin/orders?incompleteAddress=true&search=${_id}`)).body.length
  expect(await listed()).toBe(1)
  const refused = await ada.put(path, { ...ADDRESS, city: ' ' })
  expect([refused.status, refused.body.fields.map(({ path }: { path: string }) => path)]).toEqual([400, ['city']])
  const completed = await ada.put(path, { ...ADDRESS, city: '  Ghent ' })
  // In the answer, fields that were not sent exist and are empty.
  const empty = { address2: '', state: '' }
  expect([completed.status, completed.body.shippingAddress]).toEqual([200, { ...ADDRESS, ...empty }])
  expect(completed.body).not.toHaveProperty('incompleteAddress')
  expect(await listed()).toBe(0)
  const corrected = { ...ADDRESS, address: '2 Loom Lane', address2: 'Flat 4', state: 'East Flanders' }
  expect((await admin.put(path, corrected)).body).toMatchObject({
    incompleteAddress: false,
    user: { name: 'Ada Weaver' },
  })
  expect((await ada.get(`/api/orders/${_id}`)).body.shippingAddress).toEqual(corrected)
  await admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
  for (const late of [await ada.put(path, ADDRESS), await admin.put(path, ADDRESS)])
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'CONFLICT',
      'This order is on its way already, so its address cannot be changed any more',
    ])
  expect((await ada.get(`/api/orders/${_id}`)).body.shippingAddress).toEqual(corrected)
})

test('admins write notes on an order and on its customer, but not on an erased customer; customers see no notes', async () => {
  const bo = await customerAt(shop.url, 'Bo Reed')
  const { _id } = await buy(bo, await listProduct(admin, { price: 25 }), 2)
  const [onOrder, onCustomer] = [`/api/admin/orders/${_id}/notes`, `/api/admin/users/${bo.id}/notes`]
  const write = () =>
    admin.send('POST', onOrder, { body: { text: 'Rang twice' }, headers: { 'idempotency-key': `note-${_id}` } })
  const first = await write()
  expect([first.status, first.body]).toMatchObject([201, { text: 'Rang twice', by: expect.any(String), orderId: _id }])
  expect((await write()).body).toEqual(first.body)
  expect((await admin.post(onCustomer, { text: '  ' })).status).toBe(400)
  const second = await admin.post(onCustomer, { text: 'Likes indigo' })
  expect((await admin.get(`/api/admin/users/${bo.id}`)).body).toMatchObject({
    name: 'Bo Reed',
    orders: { count: 1, paid: 50, refunded: 0 },
    notes: [second.body, first.body],
  })
  expect((await admin.get(`/api/orders/${_id}`)).body.user).toEqual({ _id: bo.id, name: 'Bo Reed', email: bo.email })
  expect(JSON.stringify((await bo.get(`/api/orders/${_id}`)).body)).not.toMatch(/Rang twice|Bo Reed/)
  const early = await admin.delete(`/api/admin/users/${bo.id}`)
  expect([early.status, early.body.code, early.body.orders]).toEqual([409, 'CONFLICT', [_id]])
  expect(early.body.message).toContain(`#${_id.slice(0, 8)}`)
  await admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
  expect((await admin.delete(`/api/admin/users/${bo.id}`)).status).toBe(200)
  expect((await admin.post(onOrder, { text: 'Gone' })).status).toBe(409)
  expect((await admin.post(onCustomer, { text: 'Gone' })).status).toBe(404)
})

test('a customer returns a piece, an admin receives it into stock, and the money is refunded', async () => {
  const product = await listProduct(admin, { price: 25, countInStock: 5 })
  const { _id } = await buy(ada, product, 2)
  await admin.put(`/api/admin/orders/${_id}`, { status: 'Delivered' })
  const wanted = { lines: [{ line: 0, quantity: 1 }], reason: 'Too small' }
  const asked = await ada.post(`/api/orders/${_id}/returns`, wanted)
  expect([asked.status, asked.body.return.lines]).toEqual([201, wanted.lines])
  expect(
    (await admin.get('/api/admin/orders?returnDue=true')).body.map((order: { _id: string }) => order._id),
  ).toContain(_id)
  const received = { lines: [{ line: 0, quantity: 1, restocked: 1 }] }
  const path = `/api/admin/orders/${_id}/returns/${asked.body.return._id}`
  expect((await admin.put(path, received)).body).toMatchObject({
    status: 'Delivered',
    refundedTotal: 25,
    returns: [{ reason: 'Too small', received: received.lines }],
  })
  expect((await admin.put(path, received)).status).toBe(409)
  expect(await left(product._id)).toBe(4)
  expect((await ada.get(`/api/orders/${_id}`)).body).toMatchObject({
    refundedTotal: 25,
    orderItems: [{ returnable: 1, refundable: 1 }],
  })
  const history = (await admin.get(`/api/admin/orders/${_id}/history`)).body.map(({ what }: { what: string }) => what)
  expect(history).toEqual(
    expect.arrayContaining(['Return requested', 'Return received', 'Return restocked', 'Order refunded']),
  )
})

test('the reason for a return or a cancellation is chosen from a list; the customer and admins can read the reason', async () => {
  const product = await listProduct(admin, { price: 25, countInStock: 9 })
  const [sent, one, other] = [await buy(ada, product, 2), await buy(ada, product), await buy(ada, product)]
  const seen = async ({ _id }: { _id: string }, by: ShopCaller = ada) => (await by.get(`/api/orders/${_id}`)).body
  await admin.put(`/api/admin/orders/${sent._id}`, { status: 'Delivered' })
  const lines = [{ line: 0, quantity: 1 }]
  expect((await ada.post(`/api/orders/${sent._id}/returns`, { lines })).status).toBe(400)
  const asked = await ada.post(`/api/orders/${sent._id}/returns`, { lines, chosenReason: 'too-small' })
  expect([asked.status, asked.body.return.chosenReason]).toEqual([201, 'too-small'])
  const path = `/api/admin/orders/${sent._id}`
  await admin.put(`${path}/returns/${asked.body.return._id}`, { lines: [{ ...lines[0], restocked: 1 }] })
  await admin.post(`${path}/refunds`, { amount: 5, chosenReason: 'quality', reason: 'A hole' })
  const chosen = { returns: [{ chosenReason: 'too-small' }], refunds: [{ chosenReason: 'too-small' }, {}] }
  expect(await seen(sent)).toMatchObject(chosen)
  expect((await seen(sent)).refunds[1].reason).toBeUndefined()
  expect(await seen(sent, admin)).toMatchObject({ refunds: [{}, { chosenReason: 'quality', reason: 'A hole' }] })

  await ada.post(`/api/orders/${one._id}/cancel`, { chosenReason: 'changed-mind' })
  expect(await seen(one)).toMatchObject({ cancelReason: 'changed-mind', refunds: [{ chosenReason: 'changed-mind' }] })
  await admin.post('/api/admin/orders/bulk', {
    orders: [{ _id: other._id }],
    ...{ status: 'Cancelled', chosenReason: 'late' },
  })
  expect(await seen(other)).toMatchObject({ status: 'Cancelled', cancelReason: 'late' })
  const { body: history } = await admin.get(`/api/admin/orders/${other._id}/history`)
  expect(history).toContainEqual(expect.objectContaining({ after: { status: 'Cancelled', chosenReason: 'late' } }))
})

test('several orders are cancelled with one choice about the money', async () => {
  const product = await listProduct(admin, { price: 25 })
  const cancel = async (changes: object, key: string = crypto.randomUUID()) => {
    const orders = [await buy(ada, product), await buy(ada, product, 2)].map(({ _id }) => ({ _id }))
    const body = { orders, status: 'Cancelled', ...changes }
    const send = async () =>
      (await admin.post('/api/admin/orders/bulk', body, { headers: { 'idempotency-key': key } })).body
    return { send, first: await send() }
  }
  const { send, first } = await cancel({ refund: 'all' })
  const requested = { refundDue: false, refunds: [{ state: 'requested' }] }
  expect(first.orders).toMatchObject([1, 2].map(() => ({ outcome: 'changed', order: requested })))
  expect((await send()).orders).toEqual(first.orders)
  for (const [at, refundedTotal] of [25, 50].entries())
    await expect
      .poll(async () => (await admin.get(`/api/orders/${first.orders[at]._id}`)).body)
      .toMatchObject({ refundedTotal, refundDue: false })
  expect((await send()).orders).toEqual(first.orders)
  const none = await cancel({ refund: 'none', reason: 'Paid back in cash' })
  expect(none.first.orders).toMatchObject(
    [0, 0].map((refundedTotal) => ({ order: { refundedTotal, refundDue: false } })),
  )
  expect((await cancel({})).first.orders).toMatchObject([
    { order: { refundDue: true } },
    { order: { refundDue: true } },
  ])
  for (const changes of [{ refund: 'none' }, { refund: 'all', status: 'Shipped' }])
    expect((await cancel(changes)).first).toMatchObject({ code: 'VALIDATION_FAILED' })
})

test("a cancelled order's refund case ends in a refund, or is closed with a reason", async () => {
  const product = await listProduct(admin, { price: 25, countInStock: 5 })
  const [one, other] = [await buy(ada, product), await buy(ada, product)]
  for (const { _id } of [one, other]) {
    const { body } = await admin.put(`/api/admin/orders/${_id}`, { status: 'Cancelled', reason: 'Torn in the store' })
    expect(body).toMatchObject({ refundDue: true, refundable: 25 })
  }
  expect((await admin.post(`/api/admin/orders/${one._id}/refunds`, { reason })).body).toMatchObject({
    refundDue: false,
  })
  const close = `/api/admin/orders/${other._id}/refund-case/close`
  expect((await admin.post(close, { reason: 'Paid back in cash' })).body).toMatchObject({
    refundDue: false,
    refundedTotal: 0,
  })
  expect((await admin.post(close, { reason })).status).toBe(409)
})
