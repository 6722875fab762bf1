import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt } from '../../support/caller.ts'
import { adminAt, buy, customerAt, guestAt, lineOf, listProduct } from '../../support/people.ts'
import { startShop, writtenSince } from '../../support/shop.ts'
import type { Attack, Scene } from './attack.ts'

/** Texts that show how the shop works inside. No answer may contain them. */
const INSIDE = /node_modules|\.ts:\d|\/src\/|SQLITE|sqlite|SELECT |zod|at \w+ \(/

/** A cheap attack may take this many times as long as a list of products. With a defect, it takes hundreds of times as long. */
const MOST_TIMES = 50

/**
 * The shortest time of three, because the machine can be busy with other work. Each time a product was changed before, so that no answer
 * comes from a cache.
 */
async function shortestMs({ root, product }: Scene, ask: () => Promise<unknown>) {
  const tookMs: number[] = []
  for (let n = 0; n < 3; n++) {
    await root.put(`/api/products/${product._id}`, { description: randomUUID() })
    const begunMs = performance.now()
    await ask()
    tookMs.push(performance.now() - begunMs)
  }
  return Math.min(...tookMs)
}

/** Tests that each attack is refused with the standard error body, writes nothing, and does not stop the shop. */
export function tryAttacks(attacks: readonly Attack[]) {
  let scene: Scene
  let shop: Awaited<ReturnType<typeof startShop>>

  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' })
    const { url } = shop
    const root = await adminAt(url)
    scene = {
      url,
      root,
      anonymous: callerAt(url),
      guest: guestAt(url),
      alice: await customerAt(url, 'Alice'),
      bob: await customerAt(url, 'Bob'),
      product: await listProduct(root, { countInStock: 1000 }),
      scarce: await listProduct(root, { countInStock: 10 }),
    }
  })
  afterAll(() => shop.close())

  describe.each(attacks)('$id: $what', ({ prepare, send, status, code, check }) => {
    test('is answered with the standard error body and writes nothing', async () => {
      const prepared = (await prepare?.(scene)) ?? []
      const before = await shop.head()
      const answer = await send(scene, ...prepared)

      expect([status].flat(), JSON.stringify(answer.body)).toContain(answer.status)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(JSON.stringify(answer.body)).not.toMatch(INSIDE)
      if (answer.status >= 400) {
        expect(answer.body).toEqual(
          expect.objectContaining({ message: expect.any(String), requestId: expect.any(String) }),
        )
        if (code) expect(answer.body.code).toBe(code)
        if (answer.status === 400) {
          expect(['VALIDATION_FAILED', 'MALFORMED_JSON']).toContain(answer.body.code)
          expect(answer.body.fields[0]).toEqual({ path: expect.any(String), message: expect.any(String) })
        }
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
      await check?.(answer, scene)
      if (answer.status >= 400) expect(await writtenSince(before, shop, answer)).toEqual([])
      expect((await scene.anonymous.get('/readyz')).status).toBe(200)
    })
  })

  const cheap = attacks.filter(({ isCheap }) => isCheap)
  test.runIf(cheap.length > 0).each(cheap)('$id: $what takes about as long as a list of products', async ({ send }) => {
    const ordinaryMs = await shortestMs(scene, () => scene.anonymous.get('/api/products'))
    expect(await shortestMs(scene, () => send(scene))).toBeLessThan(MOST_TIMES * ordinaryMs)
  })

  test('a cart has a hundred lines at most', async () => {
    const sizes = Array.from({ length: 15 }, (_, index) => `S${index}`)
    const colors = Array.from({ length: 7 }, (_, index) => `C${index}`)
    const product = await listProduct(scene.root, { sizes, colors, countInStock: 1000 })
    const guest = guestAt(scene.url)
    const answers = []
    for (const size of sizes)
      for (const color of colors)
        answers.push(
          await guest.post('/api/cart', { productId: product._id, size, color, quantity: 1, guestId: guest.guestId }),
        )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(answers.at(-1)?.status).toBe(409)
  })

  test('fifty checkouts of one customer leave one open checkout, which holds one piece', async () => {
    const product = await listProduct(scene.root, { countInStock: 3 })
    const hoarder = await customerAt(scene.url)
    const body = {
      checkoutItems: [{ ...lineOf(product), name: product.name, image: '', price: product.price }],
      shippingAddress: {},
      paymentMethod: 'PayPal',
      totalPrice: product.price,
    }
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await hoarder.post('/api/checkout', body)).status),
    )
    expect(statuses).toContain(201)
    await expect.poll(async () => (await scene.anonymous.get(`/api/products/${product._id}`)).body.countInStock).toBe(2)
  })

  test('deleting an order answers 200 once, and 404 after that', async () => {
    const order = await buy(scene.alice, scene.product)
    expect((await scene.root.delete(`/api/admin/orders/${order._id}`)).status).toBe(200)
    expect((await scene.root.delete(`/api/admin/orders/${order._id}`)).status).toBe(404)
    expect((await scene.alice.get(`/api/orders/${order._id}`)).status).toBe(404)
  })

  test('an order status other than the four documented statuses is refused', async () => {
    const order = await buy(scene.alice, scene.product)
    for (const body of [{ status: 'Refunded' }, { status: ['Shipped'] }, {}])
      expect((await scene.root.put(`/api/admin/orders/${order._id}`, body)).status).toBe(400)
  })

  test("another's guest cart cannot be merged twice", async () => {
    const guest = guestAt(scene.url)
    await guest.post('/api/cart', { ...lineOf(scene.product, 2), guestId: guest.guestId })
    const eve = await customerAt(scene.url)
    const first = await eve.post('/api/cart/merge', { guestId: guest.guestId })
    const again = await eve.post('/api/cart/merge', { guestId: guest.guestId })
    // `left` can differ between the answers, because other tests buy the product.
    expect(first.body.products).toMatchObject([{ quantity: 2 }])
    expect(again.body.products).toEqual([{ ...first.body.products[0], left: expect.any(Number) }])
    const late = await customerAt(scene.url)
    expect((await late.post('/api/cart/merge', { guestId: guest.guestId })).body.products).toEqual([])
  })

  test('fifty concurrent additions of one piece make a quantity of fifty', async () => {
    const guest = guestAt(scene.url)
    const add = () => guest.post('/api/cart', { ...lineOf(scene.product), guestId: guest.guestId })
    await Promise.all(Array.from({ length: 50 }, add))
    const { body } = await guest.get(`/api/cart?guestId=${guest.guestId}`)
    expect(body.products).toMatchObject([{ quantity: 50 }])
  })
}
