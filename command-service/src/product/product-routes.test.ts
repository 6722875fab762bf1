import { existsSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productStream } from '@shop/language/product/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Room, startRoom } from '../test-support/start-room.ts'
import { productDecider } from './product-decider.ts'

let room: Room
let customer: string
beforeAll(async () => {
  room = await startRoom()
  customer = (await room.register('customer')).token
})
afterAll(() => room.stop())

let skus = 0
const newSku = () => `SKU-${++skus}`
const create = (body: unknown, asking = {}) =>
  room.ask('POST', '/products', { token: room.adminToken, body, ...asking })
const edit = (id: string, body: unknown, asking = {}) =>
  room.ask('PUT', `/products/${id}`, { token: room.adminToken, body, ...asking })
const remove = (id: string, asking = {}) => room.ask('DELETE', `/products/${id}`, { token: room.adminToken, ...asking })

describe('creating a product', () => {
  test('answers the whole product and its ETag', async () => {
    const sku = newSku()
    const { status, body, headers } = await create({ name: 'Tee', price: 19.5, sku, countInStock: 4, size: 'S, M' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Tee', price: 19.5, sku, countInStock: 4, sizes: ['S', 'M'], size: ['S', 'M'] })
    expect(headers.get('etag')).toBe('"0-1-4"')
    expect(headers.get('x-position')).toBe(await room.log.head())
  })

  test('with a value twice, or with a narrow picture, stores the value once and the widest picture', async () => {
    const images = ['/pictures/tee-480.webp', '/pictures/tee.webp', 'https://x.test/a-480.webp'].map((url) => ({ url }))
    const { body } = await create({ name: 'Tee', price: 1, sizes: ['M', 'S', ' M'], color: 'Red, Blue, Red', images })
    expect(body).toMatchObject({ sizes: ['M', 'S'], colors: ['Red', 'Blue'] })
    expect(body.images.map(({ url }: { url: string }) => url)).toEqual([
      '/pictures/tee-1200.webp',
      '/pictures/tee.webp',
      'https://x.test/a-480.webp',
    ])
  })

  test('once per Idempotency-Key', async () => {
    const body = { name: 'Tee', price: 1, sku: newSku(), countInStock: 4 }
    const first = await create(body, { key: 'create-1' })
    await edit(first.body._id, { price: 2, sku: newSku() })
    await create({ ...body, name: 'Another with the free SKU' })
    const again = await create(body, { key: 'create-1' })
    expect(again).toMatchObject({ status: 201, body: first.body })
  })

  test('with the SKU of another product is refused, in upper or lower case', async () => {
    const sku = newSku()
    await create({ name: 'Tee', price: 1, sku })
    const before = await room.log.head()
    expect(await create({ name: 'Tee', price: 1, sku: sku.toLowerCase() })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'Another product has this SKU' },
    })
    expect(await room.log.head()).toBe(before)
  })

  test('many times concurrently with the same SKU makes one product', async () => {
    const sku = newSku()
    const made = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Tee', price: 1, sku })))
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  })

  test('without a SKU is possible any number of times', async () => {
    expect((await create({ name: 'Tee', price: 1 })).status).toBe(201)
    expect((await create({ name: 'Tee', price: 1, sku: '' })).status).toBe(201)
  })

  test.each([
    [{ name: 'Tee' }],
    [{ price: 1 }],
    [{ name: 'Tee', price: -1 }],
    [{ name: 'Tee', price: 1.001 }],
    [{ name: 'Tee', price: 1, images: [{ url: 'javascript:alert(1)' }] }],
    [{ name: 'Tee', price: 1, images: [{ url: '/uploads/../secret.webp' }] }],
    [[]],
  ])('refuses %j', async (body) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { fields: expect.any(Array) } })
  })

  test('keeps markup as text', async () => {
    const name = '<svg onload=alert(1)>'
    expect((await create({ name, price: 1 })).body.name).toBe(name)
  })
})

describe('editing a product', () => {
  test('leaves absent fields as they are', async () => {
    const { _id, ...product } = await room.list({ description: 'Long', sku: newSku() })
    const { status, body } = await edit(_id, { price: 30, _id: 'other' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...product, _id, price: 30 })
  })

  test('releases the old SKU and claims the new SKU', async () => {
    const [old, fresh] = [newSku(), newSku()]
    const { _id } = await room.list({ sku: old })
    await edit(_id, { sku: fresh })
    expect((await create({ name: 'Tee', price: 1, sku: fresh })).status).toBe(409)
    expect((await create({ name: 'Tee', price: 1, sku: old })).status).toBe(201)
  })

  test('with the SKU of another product is refused, and changes no other field', async () => {
    const sku = newSku()
    await room.list({ sku })
    const mine = await room.list({ sku: newSku() })
    expect((await edit(mine._id, { sku, price: 99, countInStock: 0 })).status).toBe(409)
    expect((await edit(mine._id, {})).body).toEqual(mine)
  })

  test('without If-Match sets the available number', async () => {
    const { _id } = await room.list({ countInStock: 10 })
    expect((await edit(_id, { countInStock: 3 })).body.countInStock).toBe(3)
  })

  test('with If-Match changes the stock by the difference from the number that the form showed', async () => {
    const { _id } = await room.list({ countInStock: 10 })
    const { headers } = await edit(_id, {})
    const etag = headers.get('etag') ?? ''
    expect(etag).toBe('"1-1-10"')
    const saved = await edit(_id, { countInStock: 12 }, { headers: { 'if-match': etag } })
    expect(saved).toMatchObject({ status: 200, body: { countInStock: 12 } })
    const stale = await edit(_id, { countInStock: 20, name: 'Stale' }, { headers: { 'if-match': etag } })
    expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
    expect((await edit(_id, {})).body).toMatchObject({ countInStock: 12, name: 'Shirt' })
  })

  test('that is repeated under its key gets the first answer, even if the form is out of date by then', async () => {
    const { _id } = await room.list({ countInStock: 10 })
    const headers = { 'if-match': '"0-1-10"' }
    const first = await edit(_id, { countInStock: 12 }, { headers, key: 'edit-1' })
    await edit(_id, { countInStock: 1 })
    const again = await edit(_id, { countInStock: 12 }, { headers, key: 'edit-1' })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect((await edit(_id, {})).body.countInStock).toBe(1)
  })

  test('from a form that is out of date appends nothing, not even a claim to a new SKU', async () => {
    const { _id } = await room.list()
    await edit(_id, { countInStock: 3 })
    const before = await room.log.head()
    const headers = { 'if-match': '"1-1-10"' }
    expect((await edit(_id, { sku: newSku(), countInStock: 4 }, { headers })).status).toBe(412)
    expect(await room.log.head()).toBe(before)
  })

  test('with an ETag of an unknown form is refused', async () => {
    const { _id } = await room.list()
    expect((await edit(_id, { name: 'X' }, { headers: { 'if-match': '"abc"' } })).status).toBe(412)
  })

  test('that does not exist answers 404', async () => {
    expect((await edit('unknown', { name: 'X' })).status).toBe(404)
  })

  test('keeps the pictures that the product refers to', async () => {
    const name = 'ab'.repeat(16)
    mkdirSync(join(room.uploadsFolder, 'pending'), { recursive: true })
    for (const width of [240, 480, 800, 1200])
      writeFileSync(join(room.uploadsFolder, 'pending', `${name}-${width}.webp`), '')
    const { _id } = await room.list()
    const images = [{ url: `/uploads/${name}-1200.webp` }]
    expect((await edit(_id, { images })).body.images).toEqual([{ ...images[0], altText: '' }])
    expect(existsSync(join(room.uploadsFolder, `${name}-240.webp`))).toBe(true)
    expect(existsSync(join(room.uploadsFolder, 'pending', `${name}-240.webp`))).toBe(false)
    expect((await edit(_id, { images })).status).toBe(200)
  })

  test('with a new picture that is gone is refused, and a picture that the product has may be gone', async () => {
    const gone = { url: `/uploads/${'cd'.repeat(16)}-1200.webp` }
    const { _id } = await room.list()
    const refused = await edit(_id, { name: 'Gone', images: [gone] })
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'images.0.url' }] } })
    expect((await create({ name: 'Tee', price: 1, images: [gone] })).status).toBe(400)
    const file = join(room.uploadsFolder, `${'cd'.repeat(16)}-1200.webp`)
    writeFileSync(file, '')
    expect((await edit(_id, { images: [gone] })).status).toBe(200)
    unlinkSync(file)
    expect((await edit(_id, { name: 'Tee', images: [gone] })).status).toBe(200)
  })
})

describe('deleting a product', () => {
  test('happens once, and frees its SKU', async () => {
    const sku = newSku()
    const { _id } = await room.list({ sku })
    expect((await remove(_id, { key: 'delete-1' })).status).toBe(200)
    expect((await remove(_id, { key: 'delete-1' })).status).toBe(200)
    expect((await remove(_id)).status).toBe(404)
    expect((await edit(_id, { name: 'X' })).status).toBe(404)
    expect((await create({ name: 'Tee', price: 1, sku })).status).toBe(201)
    expect((await room.parts.commands.load(productDecider, productStream(_id))).version).toBe(1)
  })
})

describe('restoring a product', () => {
  const restore = (id: string, asking = {}) =>
    room.ask('POST', `/products/${id}/restore`, { token: room.adminToken, ...asking })

  test('restores it with its stock and its SKU', async () => {
    const sku = newSku()
    const product = await room.list({ sku, countInStock: 7 })
    await remove(product._id)
    const { status, body, headers } = await restore(product._id)
    expect(status).toBe(200)
    expect(body).toEqual(product)
    expect(headers.get('x-position')).toBe(await room.log.head())
    expect((await create({ name: 'Tee', price: 1, sku })).status).toBe(409)
    expect((await edit(product._id, { price: 3 })).body.price).toBe(3)
  })

  test('is refused if another product has taken its SKU meanwhile', async () => {
    const sku = newSku()
    const { _id } = await room.list({ sku })
    await remove(_id)
    await create({ name: 'Tee', price: 1, sku })
    expect(await restore(_id)).toMatchObject({ status: 409, body: { message: 'Another product has this SKU' } })
    expect((await edit(_id, { price: 3 })).status).toBe(404)
  })

  test('happens once, and changes nothing for a product that is not deleted', async () => {
    const product = await room.list()
    expect((await restore(product._id)).body).toEqual(product)
    await remove(product._id)
    expect((await restore(product._id, { key: 'restore-1' })).status).toBe(200)
    await remove(product._id)
    expect((await restore(product._id, { key: 'restore-1' })).body).toEqual(product)
    expect((await edit(product._id, { price: 3 })).status).toBe(404)
    expect((await restore('unknown')).status).toBe(404)
  })
})

test('only an admin changes the catalog', async () => {
  const { _id } = await room.list()
  for (const [token, status] of [
    [undefined, 401],
    ['a.b.c', 401],
    [customer, 403],
  ] as const) {
    expect((await create({ name: 'Tee', price: 1 }, { token })).status).toBe(status)
    expect((await edit(_id, { price: 1 }, { token })).status).toBe(status)
    expect((await remove(_id, { token })).status).toBe(status)
    expect((await room.ask('POST', `/products/${_id}/restore`, { token })).status).toBe(status)
  }
})
