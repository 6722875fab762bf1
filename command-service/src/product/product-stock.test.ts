import { stockStream } from '@shop/language/stock/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
let token: string
beforeAll(async () => {
  room = await startRoom()
  token = (await room.register('shopper')).token
})
afterAll(() => room.stop())

type Row = { size: string; color?: string; sku?: string; countInStock: number }
const row = (size: string, countInStock: number, sku?: string) => ({
  size,
  color: 'Red',
  countInStock,
  ...(sku !== undefined && { sku }),
})
const tee = { name: 'Tee', price: 25, sizes: ['S', 'M', 'L'], colors: ['Red'] }
const create = (body: object, key?: string) =>
  room.ask('POST', '/products', { token: room.adminToken, body: { ...tee, ...body }, ...(key && { key }) })
const edit = (id: string, body: object, { etag, key }: { etag?: string | null; key?: string } = {}) =>
  room.ask('PUT', `/products/${id}`, {
    token: room.adminToken,
    body,
    ...(key && { key }),
    ...(etag && { headers: { 'if-match': etag } }),
  })
const receive = (id: string, body: object, key?: string) =>
  room.ask('POST', `/products/${id}/stock/receipts`, { token: room.adminToken, body, ...(key && { key }) })
const parted = async (stock: Row[] = [row('S', 2), row('M', 5)]) => (await create({ stock })).body
const put = (id: string, size: string, quantity: number) =>
  room.ask('POST', '/cart', { token, body: { productId: id, size, color: 'Red', quantity } })
const take = (id: string, size: string, quantity: number, name: string) =>
  room.register(name).then((buyer) =>
    room.ask('POST', '/checkouts', {
      token: buyer.token,
      body: {
        checkoutItems: [{ productId: id, size, color: 'Red', quantity, price: 25 }],
        shippingAddress: {},
        totalPrice: 25 * quantity,
      },
    }),
  )

describe('a product counted by size and color', () => {
  test('is answered with its lines, their sum and one ETag for all lines', async () => {
    const { body, headers } = await create({ stock: [row('S', 2, 'TEE-S'), row('M', 0)] })
    expect(body).toMatchObject({
      countInStock: 2,
      stock: [row('S', 2, 'TEE-S'), row('M', 0)],
      soldOutSizes: ['M', 'L'],
    })
    expect(headers.get('etag')).toBe('"0-2-2-2.0"')
  })

  test('may be sent with the sum of its lines, but with no other count', async () => {
    const stock = [row('S', 2), row('M', 3)]
    expect((await create({ stock, countInStock: 5 })).body).toMatchObject({ countInStock: 5, stock })
    expect(await create({ stock, countInStock: 6 })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'stock', message: 'The lines add up to 5 pieces, but countInStock is 6' }] },
    })
  })

  test.each([
    ['a size that the product does not have', [row('XL', 1)]],
    ['a size without a color', [{ size: 'S', countInStock: 1 }]],
    ['a size and color that are sent twice', [row('S', 1), row('S', 2)]],
    ['a negative count', [row('S', -1)]],
    ['a SKU for the shared pieces', [{ size: '', color: '', sku: 'ANY', countInStock: 1 }]],
  ])('refuses %s', async (_, stock) => {
    expect(await create({ stock })).toMatchObject({ status: 400, body: { fields: [expect.anything()] } })
  })

  test('sells a size from its own line and from the shared line', async () => {
    const { _id } = (await create({ countInStock: 1 })).body
    await edit(_id, { stock: [row('S', 0), row('M', 2)] })
    expect(await put(_id, 'M', 4)).toMatchObject({
      status: 409,
      body: { code: 'OUT_OF_STOCK', message: 'Only 3 left in M, Red', left: 3, size: 'M', color: 'Red' },
    })
    expect((await put(_id, 'M', 3)).body.products.at(-1)).toMatchObject({ size: 'M', left: 3 })
    expect(await put(_id, 'S', 1)).toMatchObject({ status: 409 })
  })
})

describe('the count of all lines', () => {
  test('changes nothing if equal; more goes to the shared line, less comes from the shared line, then from the fullest lines', async () => {
    const { _id, stock } = await parted()
    const counted = () => Array.fromAsync(room.log.readStream(stockStream(_id)))
    const before = await counted()
    expect((await edit(_id, { countInStock: 7 })).body).toMatchObject({ countInStock: 7, stock })
    expect(await counted()).toEqual(before)
    expect((await edit(_id, { countInStock: 9 })).body).toMatchObject({ countInStock: 9, stock, soldOutSizes: [] })
    expect((await edit(_id, { countInStock: 4 })).body).toMatchObject({
      countInStock: 4,
      stock: [row('S', 2), row('M', 2)],
    })
  })

  test.each([
    ['without a stock field', false, false],
    ['with the unchanged stock', true, false],
    ['with If-Match', true, true],
  ])('changes nothing if equal while a size is removed or offered again, %s', async (_, withStock, withEtag) => {
    const { _id, stock } = await parted([row('S', 2), row('M', 4), row('L', 4)])
    const etag = async () => (withEtag ? (await edit(_id, {})).headers.get('etag') : null)
    const removed = { sizes: ['S', 'M'], countInStock: 10, ...(withStock && { stock }) }
    const without = await edit(_id, removed, { etag: await etag() })
    expect(without.body).toMatchObject({ countInStock: 6, stock: [row('S', 2), row('M', 4)] })
    const offered = { sizes: tee.sizes, countInStock: 6, ...(withStock && { stock: without.body.stock }) }
    expect((await edit(_id, offered, { etag: await etag() })).body).toMatchObject({ countInStock: 10, stock })
  })

  test.each([false, true])(
    'is a count of the sizes that the product has afterwards, with If-Match: %s',
    async (hasEtag) => {
      const { _id } = await parted([row('S', 2), row('M', 4), row('L', 4)])
      const etag = async () => (hasEtag ? (await edit(_id, {})).headers.get('etag') : null)
      for (const countInStock of [6, 9])
        expect((await edit(_id, { sizes: ['S', 'M'], countInStock }, { etag: await etag() })).body).toMatchObject({
          countInStock,
          stock: [row('S', 2), row('M', 4)],
        })
    },
  )

  test('does not undo later changes when it is repeated under its key', async () => {
    const { _id } = await parted()
    await edit(_id, { countInStock: 7 }, { key: 'same' })
    await edit(_id, { countInStock: 3 })
    await edit(_id, { countInStock: 7 }, { key: 'same' })
    expect((await edit(_id, {})).body.countInStock).toBe(3)
  })

  test('is used if the sent lines are unchanged, and is refused if changed lines contradict it', async () => {
    const { _id, stock } = await parted()
    expect((await edit(_id, { countInStock: 8, stock })).body).toMatchObject({ countInStock: 8, stock })
    const lines = [row('S', 4), row('M', 5)]
    expect(await edit(_id, { countInStock: 20, stock: lines })).toMatchObject({ status: 400 })
    expect((await edit(_id, { countInStock: 8, stock: lines })).body).toMatchObject({ countInStock: 10, stock: lines })
  })

  test('leaves no shared piece if it equals the sum of the size lines', async () => {
    const { _id } = (await create({ countInStock: 7 })).body
    const stock = [row('S', 3), row('M', 4)]
    expect((await edit(_id, { stock, countInStock: 7 })).body).toMatchObject({
      countInStock: 7,
      stock,
      soldOutSizes: ['L'],
    })
  })
})

describe('lines', () => {
  test('that are not sent stay unchanged; lines of removed sizes keep their pieces, which are neither sold nor summed', async () => {
    const { _id } = await parted()
    expect((await edit(_id, { stock: [row('S', 3)] })).body.stock).toEqual([row('S', 3), row('M', 5)])
    const without = (await edit(_id, { sizes: ['S', 'L'], stock: [row('S', 3), row('M', 5)] })).body
    expect(without).toMatchObject({ countInStock: 3, stock: [row('S', 3)] })
    expect((await edit(_id, { countInStock: 0 })).body.countInStock).toBe(0)
    expect((await edit(_id, { sizes: ['S', 'M'] })).body).toMatchObject({
      countInStock: 5,
      stock: [row('S', 0), row('M', 5)],
    })
  })

  test('are changed by the differences from what the form showed, so that sales in between count', async () => {
    const { body, headers } = await create({ stock: [row('S', 2), row('M', 5)] })
    await take(body._id, 'M', 2, 'between')
    const saved = await edit(body._id, { stock: [row('S', 2), row('M', 10)] }, { etag: headers.get('etag') })
    expect(saved).toMatchObject({ status: 200, body: { countInStock: 10, stock: [row('S', 2), row('M', 8)] } })
    const stale = await edit(body._id, { stock: [row('S', 9), row('M', 10)] }, { etag: headers.get('etag') })
    expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
  })

  test('of a size that is offered again are set to the sent count', async () => {
    const { _id } = await parted([row('S', 2), row('M', 5)])
    const { headers } = await edit(_id, { sizes: ['S', 'L'] })
    const again = { sizes: ['S', 'M'], stock: [row('S', 2), row('M', 3)] }
    expect((await edit(_id, again, { etag: headers.get('etag') })).body.stock).toEqual(again.stock)
  })

  test('and the shared pieces can be set together by one form', async () => {
    const { body, headers } = await create({ countInStock: 6 })
    const first = await edit(
      body._id,
      { stock: [{ size: '', color: '', countInStock: 1 }, row('S', 5)] },
      { etag: headers.get('etag') },
    )
    expect(first.body).toMatchObject({ countInStock: 6, stock: [row('S', 5)] })
    const moved = [{ size: '', color: '', countInStock: 0 }, row('S', 5), row('M', 1)]
    const second = await edit(body._id, { stock: moved }, { etag: first.headers.get('etag') })
    expect(second.body).toMatchObject({ countInStock: 6, stock: [row('S', 5), row('M', 1)] })
  })

  test('that lost pieces since the form was shown do not fall below zero', async () => {
    const { body, headers } = await create({ stock: [row('S', 2), row('M', 5)] })
    await take(body._id, 'S', 2, 'all')
    const saved = await edit(body._id, { stock: [row('S', 1), row('M', 5)] }, { etag: headers.get('etag') })
    expect(saved).toMatchObject({
      status: 412,
      body: { message: expect.stringContaining('0 of S, Red are available now') },
    })
  })
})

describe('the SKU of a line', () => {
  test('is unique over all products and lines', async () => {
    const { _id } = await parted([row('S', 1, 'LINE-1'), row('M', 1)])
    const refused = { status: 409, body: { code: 'CONFLICT', message: 'Another product has this SKU' } }
    const twice = { status: 409, body: { code: 'CONFLICT', message: 'This product has the same SKU twice' } }
    expect(await create({ sku: 'line-1' })).toMatchObject(refused)
    expect(await create({ stock: [row('S', 1, 'LINE-1')] })).toMatchObject(refused)
    expect(await create({ sku: 'OWN', stock: [row('S', 1, 'own')] })).toMatchObject(twice)
    expect(await edit(_id, { stock: [row('M', 1, 'line-1')] })).toMatchObject(twice)
  })

  test('is free once the line has another SKU or no SKU, or the product is deleted', async () => {
    const { _id } = await parted([row('S', 1, 'LINE-2'), row('M', 1, 'LINE-3'), row('L', 1, 'LINE-4')])
    await edit(_id, { stock: [row('S', 1, 'LINE-5'), row('M', 1, '')] })
    expect((await create({ stock: [row('S', 1, 'LINE-2'), row('M', 1, 'LINE-3')] })).status).toBe(201)
    expect((await create({ sku: 'LINE-4' })).status).toBe(409)
    await room.ask('DELETE', `/products/${_id}`, { token: room.adminToken })
    expect((await create({ sku: 'LINE-4' })).status).toBe(201)
    expect((await room.ask('POST', `/products/${_id}/restore`, { token: room.adminToken })).status).toBe(409)
  })

  test('stays if its row comes without a SKU, and is on the ordered items', async () => {
    const { _id } = await parted([row('S', 1, 'LINE-6')])
    expect((await edit(_id, { stock: [row('S', 4)] })).body.stock).toEqual([row('S', 4, 'LINE-6')])
    expect((await take(_id, 'S', 1, 'numbered')).body.checkoutItems).toMatchObject([{ sku: 'LINE-6' }])
  })
})

describe('a receipt of stock', () => {
  test('adds pieces to their line, which may be new, once per Idempotency-Key', async () => {
    const { _id } = (await create({ countInStock: 1 })).body
    const came = { size: 'M', color: 'Red', quantity: 4, cost: 9.5 }
    const first = await receive(_id, came, 'came')
    expect(first).toMatchObject({ status: 201, body: { countInStock: 5, stock: [row('M', 4)] } })
    expect((await receive(_id, came, 'came')).body).toEqual(first.body)
    expect((await receive(_id, { quantity: '2' })).body).toMatchObject({ countInStock: 7, stock: [row('M', 4)] })
  })

  test('in several sizes is added in one step, or not at all', async () => {
    const { _id } = await parted([row('S', 2), row('M', 5)])
    const lines = [
      { size: 'S', color: 'Red', quantity: 3 },
      { size: 'M', color: 'Red', quantity: 4 },
    ]
    const first = await receive(_id, { lines, cost: 9.5 }, 'delivery')
    expect(first).toMatchObject({ status: 201, body: { countInStock: 14, stock: [row('S', 5), row('M', 9)] } })
    expect((await receive(_id, { lines, cost: 9.5 }, 'delivery')).body).toEqual(first.body)
    const odd = [...lines, { size: 'XL', color: 'Red', quantity: 1 }]
    for (const body of [{ lines: odd }, { lines, quantity: 1 }, { lines: [] }, {}])
      expect(await receive(_id, body)).toMatchObject({ status: 400, body: { fields: [expect.anything()] } })
    expect((await room.ask('PUT', `/products/${_id}`, { token: room.adminToken, body: {} })).body.countInStock).toBe(14)
  })

  test('while a form is open does not make the form out of date', async () => {
    const { body, headers } = await create({ stock: [row('S', 2)] })
    await receive(body._id, { size: 'M', color: 'Red', quantity: 4 })
    const saved = await edit(body._id, { stock: [row('S', 3)] }, { etag: headers.get('etag') })
    expect(saved.body.stock).toEqual([row('S', 3), row('M', 4)])
  })

  test('stays if the open form then counts its line for the first time', async () => {
    const { body, headers } = await create({ stock: [row('S', 2)] })
    await receive(body._id, { size: 'M', color: 'Red', quantity: 5 })
    const saved = await edit(body._id, { stock: [row('S', 2), row('M', 3)] }, { etag: headers.get('etag') })
    expect(saved.body.stock).toEqual([row('S', 2), row('M', 8)])
  })

  test.each([
    [{ size: 'XL', color: 'Red', quantity: 1 }, 400],
    [{ size: 'S', quantity: 1 }, 400],
    [{ size: 'S', color: 'Red', quantity: 0 }, 400],
    [{ size: 'S', color: 'Red', quantity: 1.5 }, 400],
    [{ size: 'S', color: 'Red', quantity: 1, cost: -1 }, 400],
  ])('%j is refused', async (body, status) => {
    const { _id } = await parted()
    expect(await receive(_id, body)).toMatchObject({ status, body: { fields: [expect.anything()] } })
  })

  test('of an unknown product, or from a customer, is refused', async () => {
    expect(await receive('nothing', { quantity: 1 })).toMatchObject({ status: 404 })
    const { _id } = await parted()
    const asCustomer = await room.ask('POST', `/products/${_id}/stock/receipts`, { token, body: { quantity: 1 } })
    expect(asCustomer.status).toBe(403)
  })
})

test('a product without sizes or colors can be bought', async () => {
  const { _id } = (await create({ sizes: [], colors: [], countInStock: 2 })).body
  const line = { productId: _id, size: '', color: '', quantity: 1 }
  expect(await room.ask('POST', '/cart', { token, body: line })).toMatchObject({ status: 200 })
  expect(await room.ask('POST', '/cart', { token, body: { ...line, size: 'M' } })).toMatchObject({ status: 400 })
  const { body } = await room.ask('POST', '/checkouts', {
    token,
    body: { checkoutItems: [{ ...line, price: 25 }], shippingAddress: {}, totalPrice: 25 },
  })
  expect(body.checkoutItems).toMatchObject([{ size: '', color: '', quantity: 1 }])
})

test("the buyer's own hold counts as available in the cart", async () => {
  const { _id } = await parted([row('S', 2)])
  const { token: own } = await room.register('holder')
  const ask = (method: string, quantity: number) =>
    room.ask(method, '/cart', { token: own, body: { productId: _id, size: 'S', color: 'Red', quantity } })
  await ask('POST', 2)
  await room.ask('POST', '/checkouts', {
    token: own,
    body: {
      checkoutItems: [{ productId: _id, size: 'S', color: 'Red', quantity: 2, price: 25 }],
      shippingAddress: {},
      totalPrice: 50,
    },
  })
  expect(await ask('PUT', 2)).toMatchObject({ status: 200, body: { products: [{ left: 2 }], totalPrice: 50 } })
  expect(await put(_id, 'S', 1)).toMatchObject({ status: 409, body: { left: 0, message: 'Sold out in S, Red' } })
})
