import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopCaller } from '../support/caller.ts'
import { ADDRESS, adminAt, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

/* Two people change one order (decisions O4). */

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
let ada: Customer
let product: Awaited<ReturnType<typeof listProduct>>
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', RATE_LIMITS: 'off' })
  admin = await adminAt(shop.url)
  ada = await customerAt(shop.url)
  product = await listProduct(admin, { countInStock: 500 })
})
afterAll(() => shop.close())

const ifMatch = (version: number | string) => ({
  headers: { 'if-match': typeof version === 'number' ? `"${version}"` : version },
})
const bought = (quantity = 1) => buy(ada, product, quantity)
const asAdmin = async (id: string) => (await admin.get(`/api/orders/${id}`)).body

test('an order has its version in every answer, as a field and as its ETag', async () => {
  const { _id, version } = await bought()
  const one = await ada.get(`/api/orders/${_id}`)
  expect([one.headers.get('etag'), one.body.version]).toEqual([`"${version}"`, version])
  expect((await ada.post(`/api/checkout/${_id}/finalize`)).headers.get('etag')).toBe(`"${version}"`)
  for (const [person, list] of [
    [ada, '/api/orders/my-orders'],
    [admin, '/api/admin/orders'],
  ] as const) {
    const found = (await person.get(list)).body.find((order: { _id: string }) => order._id === _id)
    expect(found.version).toBe(version)
  }
  const shipped = await admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' }, ifMatch(version))
  expect(shipped.status).toBe(200)
  expect(shipped.body.version).toBeGreaterThan(version)
  expect(shipped.headers.get('etag')).toBe(`"${shipped.body.version}"`)
  expect((await asAdmin(_id)).version).toBe(shipped.body.version)
})

test('a change that names the version of the previous answer is never refused', async () => {
  const { _id, version } = await bought(3)
  const path = `/api/admin/orders/${_id}`
  const lines = [{ line: 0, quantity: 1 }]
  const refunded = await admin.post(`${path}/refunds`, { lines, reason: 'A hole' }, ifMatch(version))
  const moved = await ada.put(
    `/api/orders/${_id}/address`,
    { ...ADDRESS, city: 'Liège' },
    ifMatch(refunded.body.version),
  )
  const sent = await admin.put(path, { status: 'Delivered' }, ifMatch(moved.body.version))
  const asked = await ada.post(`/api/orders/${_id}/returns`, { lines, reason: 'Too small' }, ifMatch(sent.body.version))
  const returnId = asked.body.return._id
  const received = await admin.put(
    `${path}/returns/${returnId}`,
    { lines: [{ line: 0, quantity: 1, restocked: 1 }] },
    ifMatch(asked.body.version),
  )
  const cancelled = await admin.put(path, { status: 'Cancelled' }, ifMatch(received.body.version))
  const closed = await admin.post(`${path}/refund-case/close`, { reason: 'Agreed' }, ifMatch(cancelled.body.version))
  const deleted = await admin.delete(path, undefined, ifMatch(closed.body.version))
  const restored = await admin.post(`${path}/restore`, {}, ifMatch(deleted.headers.get('etag') ?? ''))
  const answers = { refunded, moved, sent, asked, received, cancelled, closed, deleted, restored }
  expect(Object.entries(answers).filter(([, { status }]) => status >= 300)).toEqual([])
  await expect.poll(async () => (await asAdmin(_id)).version).toBe(restored.body.version)
})

test('a change that names another version gets 412 with the current order, and changes nothing', async () => {
  const { _id, version } = await bought(3)
  const path = `/api/admin/orders/${_id}`
  await admin.put(path, { status: 'Shipped', trackingNumber: 'RM1' }, ifMatch(version))
  const lines = [{ line: 0, quantity: 1 }]
  const before = await asAdmin(_id)
  const old = ifMatch(version)
  const ofAdmin = await Promise.all([
    admin.put(path, { status: 'Cancelled' }, old),
    admin.post(`${path}/refunds`, { lines, reason: 'A hole' }, old),
    admin.post(`${path}/refund-case/close`, { reason: 'Agreed' }, old),
    admin.put(`${path}/returns/r1`, { lines: [] }, old),
    admin.put(`/api/orders/${_id}/address`, ADDRESS, old),
    admin.delete(path, undefined, old),
    admin.put(path, { status: 'Delivered' }, ifMatch('"no version"')),
  ])
  const ofCustomer = await Promise.all([
    ada.post(`/api/orders/${_id}/cancel`, {}, old),
    ada.post(`/api/orders/${_id}/returns`, { lines, reason: 'Too small' }, old),
    ada.put(`/api/orders/${_id}/address`, ADDRESS, old),
  ])
  for (const { status, body, headers } of [...ofAdmin, ...ofCustomer]) {
    expect([status, body.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect(body.order).toMatchObject({ _id, status: 'Shipped', trackingNumber: 'RM1', version: before.version })
    expect(headers.get('etag')).toBe(`"${before.version}"`)
  }
  expect(ofAdmin.every(({ body }) => body.order.user._id === ada.id)).toBe(true)
  expect(ofCustomer.some(({ body }) => 'user' in body.order || 'refundable' in body.order)).toBe(false)
  expect(await asAdmin(_id)).toEqual(before)
  const { _id: other } = await bought()
  await admin.delete(`/api/admin/orders/${other}`)
  expect(await admin.post(`/api/admin/orders/${other}/restore`, {}, ifMatch(0))).toMatchObject({
    status: 412,
    body: { order: { _id: other } },
  })
})

test('a change from Cancelled that names another version takes no pieces from stock', async () => {
  const few = await listProduct(admin, { countInStock: 5 })
  const { _id, version } = await buy(ada, few, 2)
  const path = `/api/admin/orders/${_id}`
  const left = async () => (await admin.get(`/api/products/${few._id}`)).body.countInStock
  await admin.put(path, { status: 'Cancelled' }, ifMatch(version))
  await expect.poll(left).toBe(5)
  expect((await admin.put(path, { status: 'Processing' }, ifMatch(version))).status).toBe(412)
  expect(await left()).toBe(5)
  const { version: now } = await asAdmin(_id)
  expect((await admin.put(path, { status: 'Processing' }, ifMatch(now))).status).toBe(200)
  await expect.poll(left).toBe(3)
})

test('without If-Match, and with If-Match: *, an order is changed whatever its version is', async () => {
  const { _id } = await bought()
  const path = `/api/admin/orders/${_id}`
  await admin.put(path, { status: 'Shipped' })
  expect((await admin.put(path, { status: 'Delivered' }, ifMatch('*'))).status).toBe(200)
  expect((await admin.put(path, { status: 'Shipped' })).body.status).toBe('Shipped')
})

test('a retry with the same key gets the same answer, although the version has changed', async () => {
  const { _id, version } = await bought()
  const headers = { 'if-match': `"${version}"`, 'idempotency-key': `ship-${_id}` }
  const ship = () => admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' }, { headers })
  const first = await ship()
  await admin.put(`/api/admin/orders/${_id}`, { status: 'Delivered' })
  expect(await ship()).toMatchObject({ status: 200, body: first.body })
})

test('for another customer an order does not exist, whatever version the request has', async () => {
  const { _id } = await bought()
  const bob = await customerAt(shop.url)
  expect((await bob.post(`/api/orders/${_id}/cancel`, {}, ifMatch(99))).status).toBe(404)
})

test('if a customer and a packer change an order at once, both with its current version, only one of them succeeds', async () => {
  for (let race = 0; race < 10; race++) {
    const { _id, version } = await bought()
    const cancel = () => ada.post(`/api/orders/${_id}/cancel`, {}, ifMatch(version))
    const ship = () =>
      admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped', trackingNumber: 'RM1' }, ifMatch(version))
    // The two requests take turns in being sent first.
    const answers = await Promise.all(race % 2 ? [ship(), cancel()] : [cancel(), ship()])
    const [cancelled, shipped] = race % 2 ? answers.toReversed() : answers
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const { status, refundedTotal } = await asAdmin(_id)
    if (cancelled?.status === 200) expect([status, refundedTotal]).toEqual(['Cancelled', 25])
    else expect([shipped?.status, status, refundedTotal]).toEqual([200, 'Shipped', 0])
  }
})

test('several orders are changed in one call, each with its own result', async () => {
  const [seen, changed, gone, empty, unseen] = [
    await bought(),
    await bought(),
    await bought(),
    await bought(),
    await bought(),
  ]
  await ada.post(`/api/orders/${changed._id}/cancel`)
  await admin.delete(`/api/admin/orders/${gone._id}`)
  const refunded = await admin.post(`/api/admin/orders/${empty._id}/refunds`, { reason: 'A hole in it' })
  const named = ({ _id, version }: { _id: string; version: number }) => ({ _id, version })
  const body = {
    orders: [
      { ...named(seen), trackingNumber: 'BE-1' },
      named(changed),
      named(gone),
      named(refunded.body),
      { _id: unseen._id },
    ],
    status: 'Shipped',
  }
  const key = { headers: { 'idempotency-key': 'all-of-today' } }
  const answer = await admin.post('/api/admin/orders/bulk', body, key)
  expect(answer.status).toBe(200)
  expect(answer.body.orders).toMatchObject([
    { _id: seen._id, outcome: 'changed', order: { status: 'Shipped', trackingNumber: 'BE-1' } },
    { _id: changed._id, outcome: 'refused', code: 'PRECONDITION_FAILED', order: { status: 'Cancelled' } },
    { _id: gone._id, outcome: 'refused', code: 'NOT_FOUND' },
    { _id: empty._id, outcome: 'skipped', order: { status: 'Processing' } },
    { _id: unseen._id, outcome: 'changed', order: { status: 'Shipped' } },
  ])
  const statuses = await Promise.all(body.orders.map(async ({ _id }) => (await asAdmin(_id)).status))
  expect(statuses).toEqual(['Shipped', 'Cancelled', undefined, 'Processing', 'Shipped'])

  // A retry with the same key and body has no second effect and gets the same answer. The same key with another body is refused.
  expect((await admin.post('/api/admin/orders/bulk', body, key)).body.orders[0]).toEqual(answer.body.orders[0])
  const other = await admin.post('/api/admin/orders/bulk', { ...body, status: 'Delivered' }, key)
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH'])
  const again = await admin.post('/api/admin/orders/bulk', body)
  expect(again.body.orders[0]).toMatchObject({ outcome: 'refused', code: 'PRECONDITION_FAILED' })
  const twice = await admin.post('/api/admin/orders/bulk', { orders: [named(seen), named(seen)], status: 'Shipped' })
  expect([twice.status, twice.body.code]).toEqual([400, 'VALIDATION_FAILED'])
})
