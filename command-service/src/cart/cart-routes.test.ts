import type { Cart } from '@shop/language/cart/api'
import { cartStream } from '@shop/language/cart/events'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Room, startRoom } from '../test-support/start-room.ts'
import { cartDecider } from './cart-decider.ts'

let room: Room
let productId: string
beforeAll(async () => {
  room = await startRoom()
  productId = (await room.list({ sku: 'CART-1' }))._id
})
afterAll(() => room.stop())

let guests = 0
const strongGuest = () => `guest_${++guests}_${'r'.repeat(22)}`
const line = (quantity: number, other: Record<string, unknown> = {}) => ({
  productId,
  size: 'M',
  color: 'Red',
  quantity,
  ...other,
})
const quantities = (cart: Cart) => cart.products.map(({ quantity }) => quantity)
const add = (body: unknown, asking = {}) => room.ask('POST', '/cart', { body, ...asking })
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''

describe('a guest', () => {
  test('with a strong id adds, changes and removes lines, and each answer contains the whole cart', async () => {
    const guestId = strongGuest()
    const added = await add(line(2, { guestId }))
    expect(added.status).toBe(200)
    expect(added.body).toEqual({
      products: [{ productId, name: 'Shirt', image: '', size: 'M', color: 'Red', quantity: 2, price: 25, left: 10 }],
      guestId,
      totalPrice: 50,
    })
    expect(added.headers.get('x-position')).toBe(await room.log.head())
    expect(added.headers.get('set-cookie')).toBeNull()
    const changed = await room.ask('PUT', '/cart', { body: line(4, { guestId }) })
    expect(quantities(changed.body)).toEqual([4])
    const zero = await room.ask('PUT', '/cart', { body: line(0, { guestId }) })
    expect(zero.body).toEqual({ products: [], guestId, totalPrice: 0 })
    const gone = await room.ask('DELETE', '/cart', { body: line(0, { guestId }) })
    expect(gone).toMatchObject({ status: 200, body: { products: [] } })
  })

  test('with a bare id is identified by a cookie: without it the cart cannot be read or changed', async () => {
    const guestId = 'guest_1700000000001'
    const mine = await add(line(1, { guestId }))
    expect(mine.headers.get('set-cookie')).toMatch(/^guest=[\w-]{22};.*samesite=lax; httponly/i)
    const cookie = cookieOf(mine.headers)
    const again = await add(line(2, { guestId }), { headers: { cookie } })
    expect(quantities(again.body)).toEqual([3])
    expect(again.headers.get('set-cookie')).toBeNull()
    const theirs = await add(line(1, { guestId }))
    expect(quantities(theirs.body)).toEqual([1])
    expect(cookieOf(theirs.headers)).not.toBe(cookie)
  })

  test('with guest<ms> has the cart of the bare id guest_<ms>, even with only its cookie', async () => {
    const first = await add(line(1, { guestId: 'guest1700000000002' }))
    expect(first).toMatchObject({ status: 200, body: { guestId: 'guest_1700000000002' } })
    const headers = { cookie: cookieOf(first.headers) }
    expect(headers.cookie).toMatch(/^guest=/)
    expect(quantities((await add(line(1, { guestId: 'guest_1700000000002' }), { headers })).body)).toEqual([2])
    expect(quantities((await add(line(1, { guestId: 'guest1700000000002' }))).body)).toEqual([1])
  })

  test('is refused after more than 20 unknown bare ids in ten minutes', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const { _id } = await limited.list({ countInStock: 99 })
    const ask = (guestId: string, cookie = '') =>
      limited.ask('POST', '/cart', { body: line(1, { productId: _id, guestId }), headers: { cookie } })
    const first = await ask('guest_1')
    const statuses = []
    for (let n = 2; n <= 21; n++) statuses.push((await ask(`guest_${n}`)).status)
    expect(statuses).toEqual([...Array(19).fill(200), 429])
    expect((await ask('guest_1', cookieOf(first.headers))).status).toBe(200)
    expect((await ask(strongGuest())).status).toBe(200)
    await limited.stop()
  })

  test('without an id is refused', async () => {
    expect(await add(line(1))).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  })
})

describe("an account's cart", () => {
  test('is identified by the token; a userId alone is 401, another user’s 403', async () => {
    const alice = await room.register('alice')
    const bob = await room.register('bob')
    const cart = await add(line(1, { guestId: strongGuest() }), { token: alice.token })
    expect(cart.body).toMatchObject({ userId: alice.id })
    expect((await add(line(1, { userId: alice.id }), { token: alice.token })).status).toBe(200)
    expect((await add(line(1, { userId: alice.id }))).status).toBe(401)
    expect((await add(line(1, { userId: alice.id }), { token: bob.token })).status).toBe(403)
    expect((await add(line(1, { userId: alice.id }), { token: room.adminToken })).status).toBe(403)
  })

  test('a bad token is ignored if the request also has a guest id', async () => {
    expect((await add(line(1, { guestId: strongGuest() }), { token: 'a.b.c' })).status).toBe(200)
  })
})

describe('an invalid request is refused and appends nothing', () => {
  test.each([
    ['a negative quantity', { quantity: -5 }, 400],
    ['no pieces', { quantity: 0 }, 400],
    ['half a piece', { quantity: 1.5 }, 400],
    ['a quantity in words', { quantity: '2' }, 400],
    ['a hundred pieces', { quantity: 100 }, 400],
    ['an unknown product', { productId: 'unknown' }, 404],
    ['a size that the product does not have', { size: 'XXXL' }, 400],
    ['a color that the product does not have', { color: 'Plaid' }, 400],
    ['a guest id that is an object', { guestId: { $ne: 'x' } }, 400],
    ['more pieces than there are', { quantity: 11 }, 409],
  ])('%s', async (_, other, status) => {
    const guestId = strongGuest()
    const before = await room.log.head()
    const { status: answered, body } = await add(line(1, { guestId, ...other }))
    expect(answered).toBe(status)
    expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String), requestId: expect.any(String) })
    expect(await room.log.head()).toBe(before)
  })

  test('a refusal for lack of stock says how many pieces are left', async () => {
    expect((await add(line(11, { guestId: strongGuest() }))).body).toMatchObject({ code: 'OUT_OF_STOCK', left: 10 })
  })
})

describe('an Idempotency-Key', () => {
  test('gives one effect and the same answer, even if the cart has changed since', async () => {
    const guestId = strongGuest()
    const first = await add(line(1, { guestId }), { key: 'k1' })
    await add(line(2, { guestId }))
    const again = await add(line(1, { guestId }), { key: 'k1' })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'))
    const { state } = await room.parts.commands.load(cartDecider, cartStream(guestId))
    expect(state.items.map(({ quantity }) => quantity)).toEqual([3])
  })

  test('gets the first answer even if the product is sold out or deleted since', async () => {
    const product = await room.list({ countInStock: 1 })
    const body = { ...line(1), productId: product._id, guestId: strongGuest() }
    const first = await add(body, { key: 'k2' })
    expect(first.status).toBe(200)
    await room.ask('DELETE', `/products/${product._id}`, { token: room.adminToken })
    const again = await add(body, { key: 'k2' })
    expect(again).toMatchObject({ status: 200, body: { products: [{ quantity: 1, unavailable: true }] } })
  })

  test('with another body is refused', async () => {
    const guestId = strongGuest()
    await add(line(1, { guestId }), { key: 'k3' })
    expect(await add(line(2, { guestId }), { key: 'k3' })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
  })
})

describe('prices', () => {
  test('come from the catalog; after a rise both prices are shown, after a fall the new price counts', async () => {
    const product = await room.list({ price: 20 })
    const guestId = strongGuest()
    const own = { productId: product._id, guestId }
    await add(line(1, { ...own, price: 0.01 }))
    const priced = async (price: number) => {
      await room.ask('PUT', `/products/${product._id}`, { token: room.adminToken, body: { price } })
      const { body } = await add(line(1, { guestId }))
      await room.ask('DELETE', '/cart', { body: line(1, { guestId }) })
      return body.products.find((item: { productId: string }) => item.productId === product._id)
    }
    expect(await priced(30)).toMatchObject({ price: 20, addedPrice: 20, currentPrice: 30 })
    expect(await priced(15)).toMatchObject({ price: 15, addedPrice: 20, currentPrice: 15 })
  })
})

describe('merging', () => {
  const merge = (token: string, guestId: unknown, asking = {}) =>
    room.ask('POST', '/cart/merge', { token, body: { guestId }, ...asking })

  test("adds the guest's cart to the account's cart once, and empties the guest's cart", async () => {
    const { id, token } = await room.register('merging')
    const guestId = strongGuest()
    await add(line(2, { guestId }))
    await add(line(1), { token })
    const merged = await merge(token, guestId)
    expect(merged).toMatchObject({
      status: 200,
      body: { userId: id, user: { _id: id, name: 'merging', role: 'customer' }, products: [{ quantity: 3 }] },
    })
    expect((await merge(token, guestId)).body.products).toMatchObject([{ quantity: 3 }])
    const { state } = await room.parts.commands.load(cartDecider, cartStream(guestId))
    expect(state.items.length).toBe(0)
  })

  test('takes only the lines that the guest has added since the last merge', async () => {
    const { token } = await room.register('merging-again')
    const guestId = strongGuest()
    await add(line(2, { guestId }))
    await merge(token, guestId, { key: 'merge-1' })
    await add(line(1, { guestId }))
    await add(line(3, { guestId, size: 'S' }))
    expect(quantities((await merge(token, guestId, { key: 'merge-1' })).body)).toEqual([2])
    expect(quantities((await merge(token, guestId)).body)).toEqual([3, 3])
    expect(quantities((await merge(token, guestId)).body)).toEqual([3, 3])
  })

  test('looks up the product and the stock of each line once', async () => {
    const { token } = await room.register('merging-two')
    const other = await room.list({ sku: 'CART-2' })
    const guestId = strongGuest()
    await add(line(1, { guestId }))
    await add(line(1), { token })
    await add(line(1, { productId: other._id }), { token })
    const looked = vi.spyOn(room.parts.commands, 'fact')
    expect(quantities((await merge(token, guestId)).body)).toEqual([2, 1])
    const streams = looked.mock.calls.map(([, stream]) => stream).filter((stream) => /^(product|stock)-/.test(stream))
    looked.mockRestore()
    const once = [productId, other._id].flatMap((id) => [productStream(id), stockStream(id)])
    expect(streams.toSorted()).toEqual(once.toSorted())
  })

  test('gives the pieces, and later pieces too, to the first account that merges', async () => {
    const [first, second] = [await room.register('first'), await room.register('second')]
    const guestId = strongGuest()
    await add(line(2, { guestId }))
    expect(quantities((await merge(first.token, guestId)).body)).toEqual([2])
    expect((await merge(second.token, guestId)).body).toMatchObject({ userId: second.id, products: [] })
    await add(line(1, { guestId }))
    expect((await merge(second.token, guestId)).body.products).toEqual([])
    expect(quantities((await merge(first.token, guestId)).body)).toEqual([3])
  })

  test('adds only what is in stock, and every answer contains the notices', async () => {
    const { token } = await room.register('cut')
    const guestId = strongGuest()
    await add(line(6, { guestId }))
    await add(line(7), { token })
    const { body } = await merge(token, guestId)
    expect(body.products).toMatchObject([{ quantity: 10 }])
    expect(body.notices).toEqual(['Shirt (M, Red): 3 of 6 added to your cart, because there are not enough left.'])
    expect((await merge(token, guestId)).body.notices).toEqual(body.notices)
  })

  test("of an unknown guest answers the account's cart and appends nothing", async () => {
    const { id, token } = await room.register('unknown-guest')
    const before = await room.log.head()
    expect(await merge(token, strongGuest())).toMatchObject({ status: 200, body: { userId: id, products: [] } })
    expect(await room.log.head()).toBe(before)
  })

  test.each([[undefined], [null], ['']])("of the guest id %j answers the account's cart", async (guestId) => {
    const { id, token } = await room.register(`without-guest-${guestId}`)
    await add(line(2), { token })
    expect(await merge(token, guestId)).toMatchObject({
      status: 200,
      body: { userId: id, user: { _id: id }, products: [{ quantity: 2 }] },
    })
  })

  test('takes nothing from the cart of a bare guest id that belongs to another browser', async () => {
    const { token } = await room.register('thief')
    const guestId = 'guest_1700000000777'
    const headers = { cookie: cookieOf((await add(line(1, { guestId }))).headers) }
    expect((await merge(token, guestId)).body.products).toEqual([])
    expect((await merge(token, guestId, { headers })).body.products).toMatchObject([{ quantity: 1 }])
  })

  test('refuses a malformed guest id', async () => {
    const { token } = await room.register('refusing')
    for (const guestId of [{ $gt: '' }, `guest1_${'r'.repeat(22)}`, 'x'.repeat(5000)])
      expect((await merge(token, guestId)).status).toBe(400)
  })

  test('needs an account', async () => {
    expect((await room.ask('POST', '/cart/merge', { body: { guestId: strongGuest() } })).status).toBe(401)
  })
})

test('fifty concurrent additions to a line make a quantity of fifty', async () => {
  const product = await room.list({ countInStock: 60 })
  const body = { ...line(1), productId: product._id, guestId: strongGuest() }
  await Promise.all(Array.from({ length: 50 }, () => add(body)))
  expect(quantities((await add(body)).body)).toEqual([51])
})
