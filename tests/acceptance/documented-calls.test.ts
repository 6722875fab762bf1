import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import {
  ADDRESS,
  adminAt,
  approve,
  buy,
  type Customer,
  checkoutOf,
  customerAt,
  guestAt,
  lineOf,
  listProduct,
  PASSWORD,
  pay,
  startCheckout,
} from '../support/people.ts'
import { ADMIN, startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let anonymous: ShopCaller
let admin: ShopCaller
let ada: Customer

beforeAll(async () => {
  shop = await startShop()
  anonymous = callerAt(shop.url)
  admin = await adminAt(shop.url)
  ada = await customerAt(shop.url)
})
afterAll(() => shop.close())

describe('products', () => {
  test('GET /api/products lists the demo catalog, newest first, in the documented form', async () => {
    const newest = await listProduct(admin)
    const { status, body } = await anonymous.get('/api/products')
    expect(status).toBe(200)
    expect(body[0]._id).toBe(newest._id)
    // Other tests may have added products to the same shop.
    const demo = body.filter(({ images }: { images: { url: string }[] }) => images[0]?.url.startsWith('/pictures/'))
    expect(demo).toHaveLength(59)
    expect(demo[0]).toMatchObject({
      _id: expect.any(String),
      name: expect.any(String),
      price: expect.any(Number),
      countInStock: expect.any(Number),
      sizes: expect.any(Array),
      size: expect.any(Array),
      colors: expect.any(Array),
      collections: expect.any(String),
      collection: expect.any(String),
      images: expect.arrayContaining([
        expect.objectContaining({ url: expect.stringMatching(/^\/pictures\//), altText: expect.any(String) }),
      ]),
    })
  })

  test('filters combine, and several values of one filter mean any of them', async () => {
    const { body } = await anonymous.get(
      '/api/products?gender=Women&category=Bottom%20Wear&color=Red,Black&size=S&minPrice=20&maxPrice=90&sortBy=priceasc',
    )
    expect(body.length).toBeGreaterThan(0)
    for (const product of body) {
      expect(product).toMatchObject({ gender: 'Women', category: 'Bottom Wear' })
      expect(product.colors.join()).toMatch(/\b(red|black)\b/i)
      expect(product.sizes).toContain('S')
      expect(product.price).toBeGreaterThanOrEqual(20)
      expect(product.price).toBeLessThanOrEqual(90)
    }
    const prices = body.map(({ price }: { price: number }) => price)
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b))
  })

  test.each([
    'material=Denim',
    'brand=Ondine',
    'collection=Weekend',
    'search=skirt',
    'search=shir',
    'sortBy=pricedesc',
    'sortBy=popularity',
  ])('%s finds some products, or all of them in another order', async (query) => {
    const { status, body } = await anonymous.get(`/api/products?${query}`)
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(0)
  })

  test('empty parameters and collection=all filter nothing', async () => {
    const found = async (query: string) => (await anonymous.get(`/api/products${query}`)).body
    // Other tests can buy pieces between the two answers, so that the values of `left` differ.
    const both = async () => [await found('?collection=all&size=&color=&gender=&search=&sortBy='), await found('')]
    await expect.poll(both).toSatisfy(([one, other]) => isDeepStrictEqual(one, other))
  })

  test('following the next link visits every product once', async () => {
    const seen: string[] = []
    let next: string | undefined = '?limit=24&sortBy=priceasc'
    while (next) {
      const { body, headers }: Awaited<ReturnType<ShopCaller['get']>> = await anonymous.get(`/api/products${next}`)
      seen.push(...body.map(({ _id }: { _id: string }) => _id))
      next = /<[^>]*(\?[^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    const all = (await anonymous.get('/api/products')).body.map(({ _id }: { _id: string }) => _id)
    expect(seen.toSorted()).toEqual(all.toSorted())
  })

  test('one product, its similar products, the best seller, the new arrivals and the facets', async () => {
    const { body: arrivals } = await anonymous.get('/api/products/new-arrivals')
    expect(arrivals).toHaveLength(8)
    const { body: product } = await anonymous.get(`/api/products/${arrivals[0]._id}`)
    expect(product).toMatchObject({ _id: arrivals[0]._id, name: arrivals[0].name })
    const { body: similar } = await anonymous.get(`/api/products/similar/${product._id}`)
    expect(similar.length).toBeLessThanOrEqual(4)
    for (const other of similar) {
      expect(other._id).not.toBe(product._id)
      expect(other).toMatchObject({ gender: product.gender, category: product.category })
    }
    expect((await anonymous.get('/api/products/best-seller')).body._id).toBeTruthy()
    const { body: facets } = await anonymous.get('/api/products/facets?gender=Women')
    expect(Object.keys(facets.counts.brand).length).toBeGreaterThanOrEqual(1)
    expect(facets.counts.gender.Men).toBeGreaterThan(0)
  })
})

describe('the cart', () => {
  test('adds lines, adds up quantities, changes and removes lines, and answers with the cart each time', async () => {
    const product = await listProduct(admin)
    const guest = guestAt(shop.url)
    const line = { ...lineOf(product), guestId: guest.guestId }
    expect((await guest.get(`/api/cart?guestId=${guest.guestId}`)).body.products).toEqual([])
    expect((await guest.post('/api/cart', { ...line, quantity: 2 })).body.products).toMatchObject([
      { quantity: 2, price: 25 },
    ])
    expect((await guest.post('/api/cart', line)).body.products).toMatchObject([{ quantity: 3, name: 'Test Shirt' }])
    expect((await guest.put('/api/cart', { ...line, quantity: 5 })).body.products).toMatchObject([{ quantity: 5 }])
    expect((await guest.get(`/api/cart?guestId=${guest.guestId}`)).body).toMatchObject({
      products: [{ quantity: 5 }],
      guestId: guest.guestId,
    })
    expect((await guest.put('/api/cart', { ...line, quantity: 0 })).body.products).toEqual([])
    await guest.post('/api/cart', line)
    expect((await guest.delete('/api/cart', line)).body.products).toEqual([])
    expect((await guest.delete('/api/cart', line)).status).toBe(200)
  })

  test('the cart of a guessable guest id is shown only to the client that has its cookie', async () => {
    const product = await listProduct(admin)
    const guestId = 'guest_1700000000000'
    const first = callerAt(shop.url)
    const { headers } = await first.post('/api/cart', { ...lineOf(product), guestId })
    expect(headers.get('set-cookie')).toMatch(/httponly/i)
    expect(headers.get('set-cookie')).toMatch(/samesite=lax/i)
    expect((await first.get(`/api/cart?guestId=${guestId}`)).body.products).toHaveLength(1)
    expect((await anonymous.get(`/api/cart?guestId=${guestId}`)).body.products).toEqual([])
    const second = callerAt(shop.url)
    expect((await second.post('/api/cart', { ...lineOf(product, 3), guestId })).body.products).toMatchObject([
      { quantity: 3 },
    ])
    expect((await first.get(`/api/cart?guestId=${guestId}`)).body.products).toMatchObject([{ quantity: 1 }])
  })

  test('a merge adds quantities, cuts them at the stock with a notice, and is done only once', async () => {
    const product = await listProduct(admin, { countInStock: 5 })
    const guest = guestAt(shop.url)
    const customer = await customerAt(shop.url)
    await guest.post('/api/cart', { ...lineOf(product, 4), guestId: guest.guestId })
    await customer.post('/api/cart', { ...lineOf(product, 3), userId: customer.id })
    const { status, body } = await customer.post('/api/cart/merge', { guestId: guest.guestId })
    expect(status).toBe(200)
    expect(body).toMatchObject({ userId: customer.id, products: [{ quantity: 5 }] })
    expect(body.user).toEqual({ _id: customer.id, name: 'Ada Weaver', email: customer.email, role: 'customer' })
    expect(body.notices).toHaveLength(1)
    expect((await customer.post('/api/cart/merge', { guestId: guest.guestId })).body.products).toMatchObject([
      { quantity: 5 },
    ])
    expect((await guest.get(`/api/cart?guestId=${guest.guestId}`)).body.products).toEqual([])
  })

  test('a higher price is shown beside the old price, a lower price applies, a deleted product is unavailable', async () => {
    const product = await listProduct(admin)
    const guest = guestAt(shop.url)
    const line = { ...lineOf(product), guestId: guest.guestId }
    const cart = async () => (await guest.get(`/api/cart?guestId=${guest.guestId}`)).body
    await guest.post('/api/cart', line)
    await admin.put(`/api/products/${product._id}`, { price: 30 })
    expect((await cart()).products).toMatchObject([{ price: 25, addedPrice: 25, currentPrice: 30 }])
    expect((await guest.put('/api/cart', { ...line, quantity: 1 })).body.products).toMatchObject([{ price: 30 }])
    await admin.put(`/api/products/${product._id}`, { price: 20 })
    expect(await cart()).toMatchObject({ products: [{ price: 20 }], totalPrice: 20 })
    await admin.delete(`/api/products/${product._id}`)
    expect(await cart()).toMatchObject({ products: [{ unavailable: true }], totalPrice: 0 })
  })
})

describe('users', () => {
  test('register and login answer with the user and a token', async () => {
    const email = `${crypto.randomUUID()}@x.test`
    const registered = await anonymous.post('/api/users/register', { name: 'Bo', email, password: PASSWORD })
    expect(registered.status).toBe(201)
    expect(registered.body).toMatchObject({ user: { name: 'Bo', email, role: 'customer' }, token: expect.any(String) })
    const loggedIn = await anonymous.post('/api/users/login', { email: email.toUpperCase(), password: PASSWORD })
    expect(loggedIn.status).toBe(200)
    expect(loggedIn.body.user).toEqual(registered.body.user)
    expect((await anonymous.post('/api/users/login', { email, password: 'wrong-one-41' })).status).toBe(401)
  })

  test('one of twenty concurrent registrations of one email address succeeds', async () => {
    const email = `${crypto.randomUUID()}@x.test`
    const tries = Array.from({ length: 20 }, () =>
      anonymous.post('/api/users/register', { name: 'Bo', email, password: PASSWORD }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(19)
  })

  test('an admin adds, changes and deletes users, but can delete neither the last admin nor themselves', async () => {
    const email = `${crypto.randomUUID()}@x.test`
    const added = await admin.post('/api/admin/users', { name: 'Cy', email, password: PASSWORD, role: 'admin' })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ name: 'Cy', email, role: 'admin' })
    const changed = await admin.put(`/api/admin/users/${added.body._id}`, { name: 'Cyd', email, role: 'customer' })
    const cyd = { _id: added.body._id, name: 'Cyd', email, role: 'customer' }
    expect(changed.body).toEqual({ ...cyd, user: cyd })
    expect((await admin.get('/api/admin/users')).body).toContainEqual(cyd)
    expect((await admin.put(`/api/admin/users/${added.body._id}`, { email: ADMIN.email })).status).toBe(409)
    expect((await admin.delete(`/api/admin/users/${added.body._id}`)).status).toBe(200)
    const { body: me } = await anonymous.post('/api/users/login', ADMIN)
    expect(await admin.delete(`/api/admin/users/${me.user._id}`)).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN' },
    })
    expect((await admin.put(`/api/admin/users/${me.user._id}`, { role: 'customer' })).status).toBe(409)
  })

  test('orders of a deleted user have no name and no address', async () => {
    const person = await customerAt(shop.url, 'Zelda Zimmer')
    const order = await buy(person, await listProduct(admin))
    expect((await admin.put(`/api/admin/orders/${order._id}`, { status: 'Shipped' })).status).toBe(200)
    await admin.delete(`/api/admin/users/${person.id}`)
    const { body } = await admin.get('/api/admin/orders')
    const left = body.find(({ _id }: { _id: string }) => _id === order._id)
    expect(left.user).toEqual({ name: 'N/A' })
    expect(JSON.stringify(left)).not.toContain(ADDRESS.address)
  })
})

describe('checkout and orders', () => {
  test('a checkout reserves stock, its order takes it, and the bought pieces leave the cart', async () => {
    const product = await listProduct(admin, { countInStock: 10 })
    const customer = await customerAt(shop.url)
    const stock = async () => (await anonymous.get(`/api/products/${product._id}`)).body.countInStock
    await customer.post('/api/cart', { ...lineOf(product, 3), userId: customer.id })

    const started = await customer.post('/api/checkout', checkoutOf(product, 2))
    expect(started.status).toBe(201)
    expect(started.body.checkout).toMatchObject({ _id: expect.any(String), total: 50, totalPrice: 50, isPaid: false })
    expect(started.body.checkout.checkoutItems).toMatchObject([
      { name: 'Test Shirt', quantity: 2, size: 'M', color: 'Red' },
    ])
    expect(await stock()).toBe(8)

    const id = started.body.checkout._id
    const payment = await customer.post(`/api/checkout/${id}/payment`)
    expect(payment).toMatchObject({ status: 200, body: { id: expect.any(String) } })
    expect((await customer.post(`/api/checkout/${id}/payment`)).body.id).toBe(payment.body.id)
    expect((await pay(customer, id, payment.body.id)).body.code).toBe('PAYMENT_NOT_VERIFIED')
    await approve(customer, payment.body.id)
    expect((await pay(customer, id, payment.body.id)).status).toBe(200)

    const answers = await Promise.all(Array.from({ length: 20 }, () => customer.post(`/api/checkout/${id}/finalize`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    const order = answers[0]?.body
    expect(order).toMatchObject({
      totalPrice: 50,
      isPaid: true,
      isDelivered: false,
      status: 'Processing',
      shippingMethod: 'Free',
    })
    expect(order.orderItems).toMatchObject([{ quantity: 2, price: 25, size: 'M', color: 'Red' }])
    expect(order.shippingAddress).toMatchObject({ city: 'Ghent', country: 'Belgium' })
    expect(Date.parse(order.estimatedDelivery) - Date.parse(order.createdAt)).toBe(10 * 24 * 3600 * 1000)

    expect(await stock()).toBe(8)
    expect((await customer.get(`/api/cart?userId=${customer.id}`)).body.products).toMatchObject([{ quantity: 1 }])
    expect((await customer.get('/api/orders/my-orders')).body).toMatchObject([{ _id: order._id }])
    expect((await customer.get(`/api/orders/${order._id}`)).body).toMatchObject({ _id: order._id, totalPrice: 50 })
  })

  test('a payment becomes an order although the browser never comes back', async () => {
    const product = await listProduct(admin)
    const customer = await customerAt(shop.url)
    const checkout = await startCheckout(customer, product)
    const { body } = await customer.post(`/api/checkout/${checkout._id}/payment`)
    await approve(customer, body.id)
    await expect.poll(async () => (await customer.get('/api/orders/my-orders')).body.length, { interval: 500 }).toBe(1)
  })

  test('a new checkout takes the place of the open checkout and releases its stock', async () => {
    const product = await listProduct(admin, { countInStock: 10 })
    const customer = await customerAt(shop.url)
    await startCheckout(customer, product, 4)
    const second = await customer.post('/api/checkout', checkoutOf(product, 8))
    expect(second.status).toBe(201)
    expect((await anonymous.get(`/api/products/${product._id}`)).body.countInStock).toBe(2)
  })

  test('a paid checkout is finished before the next checkout begins', async () => {
    const product = await listProduct(admin, { countInStock: 10 })
    const customer = await customerAt(shop.url)
    const first = await startCheckout(customer, product)
    const { body } = await customer.post(`/api/checkout/${first._id}/payment`)
    await approve(customer, body.id)
    expect((await customer.post('/api/checkout', checkoutOf(product, 2))).status).toBe(201)
    expect((await customer.get('/api/orders/my-orders')).body).toMatchObject([{ _id: first._id }])
  })

  test('if thirty buyers want ten pieces, ten reserve a piece, and twenty are refused before they pay', async () => {
    const product = await listProduct(admin, { countInStock: 10 })
    const buyers = await Promise.all(Array.from({ length: 30 }, () => customerAt(shop.url)))
    const answers = await Promise.all(buyers.map((buyer) => buyer.post('/api/checkout', checkoutOf(product))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(20)
    expect((await anonymous.get(`/api/products/${product._id}`)).body.countInStock).toBe(0)
  })
})

describe('administration', () => {
  test('an order takes any status; cancelling returns its stock once', async () => {
    const product = await listProduct(admin, { countInStock: 10 })
    const order = await buy(ada, product, 2)
    const set = (status: string) => admin.put(`/api/admin/orders/${order._id}`, { status })
    expect((await set('Delivered')).body).toMatchObject({
      status: 'Delivered',
      isDelivered: true,
      user: { name: 'Ada Weaver' },
    })
    expect((await set('Processing')).body).toMatchObject({ isDelivered: false })
    for (const status of ['Cancelled', 'Processing', 'Cancelled']) await set(status)
    const stock = async () => (await anonymous.get(`/api/products/${product._id}`)).body.countInStock
    await expect.poll(stock).toBe(10)
    await expect
      .poll(
        async () =>
          (await admin.get('/api/admin/orders')).body.find(({ _id }: { _id: string }) => _id === order._id)?.refundDue,
      )
      .toBe(true)
  })

  test('the dashboard sums the orders, and an order has a history', async () => {
    const before = (await admin.get('/api/admin/dashboard')).body
    const order = await buy(ada, await listProduct(admin), 2)
    await expect
      .poll(async () => (await admin.get('/api/admin/dashboard')).body)
      .toMatchObject({
        revenue: before.revenue + 50,
        totalOrders: before.totalOrders + 1,
        totalProducts: before.totalProducts + 1,
      })
    await admin.put(`/api/admin/orders/${order._id}`, { status: 'Shipped' })
    const { body: history } = await admin.get(`/api/admin/orders/${order._id}/history`)
    expect(history.length).toBeGreaterThanOrEqual(4)
    expect(history.at(-1)).toMatchObject({
      who: { role: 'admin' },
      before: { status: 'Processing' },
      after: { status: 'Shipped' },
    })
  })

  test('a stale edit form is refused with 412, and sales in between are kept', async () => {
    const product = await listProduct(admin, { countInStock: 10 })
    const seen = await admin.get(`/api/products/${product._id}`)
    const etag = seen.headers.get('etag') ?? ''
    await startCheckout(await customerAt(shop.url), product, 3)
    const saved = await admin.put(
      `/api/products/${product._id}`,
      { countInStock: 15 },
      { headers: { 'if-match': etag } },
    )
    expect(saved).toMatchObject({ status: 200, body: { countInStock: 12 } })
    const late = await admin.put(
      `/api/products/${product._id}`,
      { countInStock: 15 },
      { headers: { 'if-match': etag } },
    )
    expect(late.status).toBe(412)
  })

  test('an uploaded picture is served in four widths and kept once a product shows it', async () => {
    const form = new FormData()
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    form.append('image', new Blob([pixel], { type: 'image/png' }), 'pixel.png')
    const { status, body } = await anonymous.send('POST', '/api/upload', { raw: form })
    expect(status).toBe(200)
    expect(body.url).toMatch(/^\/uploads\/[\w-]+-1200\.webp$/)
    for (const width of [240, 480, 800, 1200]) {
      const picture = await anonymous.get(body.url.replace('1200', String(width)))
      expect(picture.status).toBe(200)
      expect(picture.headers.get('content-type')).toBe('image/webp')
    }
    const product = await listProduct(admin, { images: [{ url: body.url, altText: 'red' }] })
    expect(product.images).toMatchObject([{ url: body.url }])
    expect((await anonymous.get(body.url)).status).toBe(200)
  })
})

describe('one key, one effect', () => {
  test('the same key and body get the same answer; another body is refused', async () => {
    const product = await listProduct(admin)
    const guest = guestAt(shop.url)
    const body = { ...lineOf(product, 2), guestId: guest.guestId }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await guest.post('/api/cart', body, { headers })
    await guest.post('/api/cart', body)
    const again = await guest.post('/api/cart', body, { headers })
    expect(again).toMatchObject({ status: first.status, body: first.body })
    expect((await guest.get(`/api/cart?guestId=${guest.guestId}`)).body.products).toMatchObject([{ quantity: 4 }])
    expect(await guest.post('/api/cart', { ...body, quantity: 1 }, { headers })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
  })

  test.each([
    ['a product', async () => admin, '/api/admin/products', { name: 'Once', price: 5 }],
    [
      'a user',
      async () => admin,
      '/api/admin/users',
      { name: 'Once', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD },
    ],
    [
      'an account',
      async () => anonymous,
      '/api/users/register',
      { name: 'Once', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD },
    ],
  ])('%s sent twice with one key is done once', async (_, who, path, body) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const caller = await who()
    const [first, again] = [await caller.post(path, body, { headers }), await caller.post(path, body, { headers })]
    expect(first.status).toBe(201)
    expect(again.status).toBe(201)
    expect(again.body.user?._id ?? again.body._id).toBe(first.body.user?._id ?? first.body._id)
  })

  test('two starts of a checkout with one key start one checkout', async () => {
    const product = await listProduct(admin, { countInStock: 2 })
    const customer = await customerAt(shop.url)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = await Promise.all([
      customer.post('/api/checkout', checkoutOf(product, 2), { headers }),
      customer.post('/api/checkout', checkoutOf(product, 2), { headers }),
    ])
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
  })
})
