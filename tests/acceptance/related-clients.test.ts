import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { ADDRESS, adminAt, checkoutOf, customerAt, listProduct, PASSWORD, uploadAs } from '../support/people.ts'
import { PARTNER, startShop } from '../support/shop.ts'

/* What third-party clients send and read in addition to the documented shapes (decisions P2: fields with two names, decisions P20). */

const PUBLIC_ORIGIN = 'https://shop.example'

let shop: Awaited<ReturnType<typeof startShop>>
let anonymous: ShopCaller
let admin: ShopCaller

beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', CORS_ORIGINS: PARTNER, PUBLIC_ORIGIN })
  anonymous = callerAt(shop.url)
  admin = await adminAt(shop.url)
})
afterAll(() => shop.close())

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const fromPartner = { headers: { origin: PARTNER } }

describe('answers', () => {
  test('the answer is the checkout itself, and has the checkout again in a field named checkout', async () => {
    const customer = await customerAt(shop.url)
    const { status, body } = await customer.post('/api/checkout', checkoutOf(await listProduct(admin)))
    expect(status).toBe(201)
    const { checkout, ...itself } = body
    expect(checkout).toMatchObject({ _id: expect.any(String), total: 25 })
    expect(itself).toEqual(checkout)
  })

  test('the answer is the user that an admin adds or edits, and has the user again in a field named user', async () => {
    const added = await admin.post('/api/admin/users', {
      name: 'Cy',
      email: `${crypto.randomUUID()}@x.test`,
      password: PASSWORD,
    })
    const edited = await admin.put(`/api/admin/users/${added.body._id}`, { name: 'Cyd' })
    for (const { body } of [added, edited]) {
      const { user, ...itself } = body
      expect(user).toMatchObject({ _id: added.body._id, role: 'customer' })
      expect(itself).toEqual(user)
    }
  })

  test('an uploaded picture has its address under two names', async () => {
    const { body } = await uploadAs(anonymous, PIXEL)
    expect(body).toEqual({ url: expect.stringMatching(/^\/uploads\//), imageUrl: body.url })
  })

  test('an admin can delete a product at either address', async () => {
    for (const at of ['/api/products', '/api/admin/products']) {
      const { _id } = await listProduct(admin)
      expect((await admin.delete(`${at}/${_id}`)).status).toBe(200)
      expect((await anonymous.get(`/api/products/${_id}`)).status).toBe(404)
    }
  })
})

describe('bodies', () => {
  test.each(['paypal', 'PAYPAL', 'Paypal'])('the payment method can be spelled %s', async (paymentMethod) => {
    const customer = await customerAt(shop.url)
    const body = { ...checkoutOf(await listProduct(admin)), shippingAddress: ADDRESS, paymentMethod }
    const { body: started } = await customer.post('/api/checkout', body)
    expect(started.checkout.paymentMethod).toBe('PayPal')
  })

  test('if a field has two names, and a product is sent back with a new value under one of them, the new value is saved', async () => {
    const { body: product } = await anonymous.get(`/api/products/${(await listProduct(admin))._id}`)
    const change = async (changed: object) =>
      (await admin.put(`/api/products/${product._id}`, { ...product, ...changed })).body
    expect(await change({ size: ['S', 'M', 'XL'] })).toMatchObject({ sizes: ['S', 'M', 'XL'], size: ['S', 'M', 'XL'] })
    expect(await change({ sizes: ['L'], size: ['S', 'M', 'XL'] })).toMatchObject({ sizes: ['L'], size: ['L'] })
    expect(await change({ color: 'Green, White', size: ['L'], sizes: ['L'] })).toMatchObject({
      colors: ['Green', 'White'],
    })
    expect(
      await change({ collection: 'Weekend', colors: ['Green', 'White'], color: ['Green', 'White'] }),
    ).toMatchObject({ collections: 'Weekend', collection: 'Weekend' })
  })

  test('two names of one field with different new values are refused, and nothing is changed', async () => {
    const product = await listProduct(admin)
    const answer = await admin.put(`/api/products/${product._id}`, { price: 1, sizes: ['L'], size: ['XL'] })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'size' }] } })
    expect((await anonymous.get(`/api/products/${product._id}`)).body).toMatchObject({ price: 25, sizes: ['S', 'M'] })
  })
})

describe('a page of another allowed origin', () => {
  test('gets whole addresses of the shop’s pictures, and can send them back', async () => {
    const { body: uploaded } = await uploadAs(anonymous, PIXEL, fromPartner)
    expect(uploaded.url).toMatch(/^https:\/\/shop\.example\/uploads\/[\w-]+-1200\.webp$/)
    expect(uploaded.imageUrl).toBe(uploaded.url)
    const path = uploaded.url.slice(PUBLIC_ORIGIN.length)

    const listed = await listProduct(admin, { images: [{ url: uploaded.url }, { url: 'https://other.example/a.png' }] })
    expect(listed.images).toMatchObject([{ url: path }, { url: 'https://other.example/a.png' }])
    expect((await anonymous.get(path)).status).toBe(200)

    for (const address of [`/api/products/${listed._id}`, '/api/products', '/api/admin/products']) {
      const there = JSON.stringify((await admin.get(address, fromPartner)).body)
      expect(there).toContain(`"url":"${uploaded.url}"`)
      expect(there).not.toContain(`"url":"${path}"`)
      expect(JSON.stringify((await admin.get(address)).body)).toContain(`"url":"${path}"`)
    }
    const edited = await admin.put(`/api/products/${listed._id}`, listed, fromPartner)
    expect(edited.body.images[0].url).toBe(uploaded.url)
  })

  test('gets addresses unchanged if its origin is not allowed; texts of a product always stay unchanged', async () => {
    const said = 'see "url":"/pictures/tee-1200.webp"'
    const product = await listProduct(admin, { description: said, images: [{ url: '/pictures/tee-1200.webp' }] })
    const asked = (origin: string) => anonymous.get(`/api/products/${product._id}`, { headers: { origin } })
    expect((await asked('https://stranger.example')).body.images[0].url).toBe('/pictures/tee-1200.webp')
    const { body } = await asked(PARTNER)
    expect(body.images[0].url).toBe(`${PUBLIC_ORIGIN}/pictures/tee-1200.webp`)
    expect(body.description).toBe(said)
  })
})
