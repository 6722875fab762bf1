import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UNUSABLE_DATA } from '@shop/server/config'
import { freePort } from '@shop/stores/test-support/free-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { adminAt, approvedPayment, customerAt, lineOf, listProduct, pay, startCheckout } from '../support/people.ts'
import { spawnShop } from '../support/shop-process.ts'
import { strongGuestId } from '../support/strong-guest-id.ts'

let folder: string
let port: number
let running: Awaited<ReturnType<typeof spawnShop>> | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-restart-'))
  port = await freePort()
})
afterEach(async () => {
  await running?.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(environment: Record<string, string> = { DEMO: 'off' }) {
  running = await spawnShop(folder, port, environment)
  await running.ready()
  return running
}

test('acknowledged writes exist exactly once after a kill', async () => {
  const shop = await start()
  const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })

  for (let round = 0; round < 3; round++) {
    const carts = Array.from({ length: 8 }, () => ({
      guestId: strongGuestId(),
      acknowledged: 0,
      unknown: [] as string[],
    }))
    let stopped = false
    const shoppers = carts.map(async (cart) => {
      const caller = callerAt(shop.url)
      while (!stopped && cart.acknowledged < 90) {
        const key = crypto.randomUUID()
        const answer = await caller
          .post('/api/cart', { ...lineOf(product), guestId: cart.guestId }, { headers: { 'idempotency-key': key } })
          .catch(() => undefined)
        if (answer?.status === 200) cart.acknowledged++
        else cart.unknown.push(key)
        if (!answer) return
      }
    })
    await sleep(150 + 120 * round)
    await running?.end('SIGKILL')
    stopped = true
    await Promise.all(shoppers)
    await start()

    for (const { guestId, acknowledged, unknown } of carts) {
      const caller = callerAt(shop.url)
      for (const key of unknown)
        await caller.post('/api/cart', { ...lineOf(product), guestId }, { headers: { 'idempotency-key': key } })
      const { body } = await caller.get(`/api/cart?guestId=${guestId}`)
      expect(body.products[0]?.quantity ?? 0).toBe(acknowledged + unknown.length)
    }
  }
})

test('a paid checkout becomes an order although the shop was killed before it was finalized', async () => {
  const shop = await start()
  const product = await listProduct(await adminAt(shop.url))
  const customer = await customerAt(shop.url)
  const checkout = await startCheckout(customer, product)
  expect((await pay(customer, checkout._id, await approvedPayment(customer, checkout._id))).status).toBe(200)
  await running?.end('SIGKILL')
  await start()
  await expect
    .poll(async () => (await customer.get('/api/orders/my-orders')).body.map(({ _id }: { _id: string }) => _id))
    .toEqual([checkout._id])
})

test('deleted read models are rebuilt from the log', async () => {
  const shop = await start()
  const admin = await adminAt(shop.url)
  const product = await listProduct(admin, { name: 'Kept Shirt' })
  expect(await running?.end('SIGTERM')).toBe(0)
  for (const suffix of ['', '-wal', '-shm']) await rm(join(folder, `read-models.db${suffix}`), { force: true })
  await start()
  expect((await callerAt(shop.url).get(`/api/products/${product._id}`)).body).toMatchObject({
    name: 'Kept Shirt',
    countInStock: 10,
  })
})

test('a killed first start is completed by the next start, and a completed first start is not repeated', async () => {
  running = await spawnShop(folder, port)
  await sleep(700)
  await running.end('SIGKILL')
  const shop = await start({})
  expect((await callerAt(shop.url).get('/api/products')).body).toHaveLength(59)
  await running?.end('SIGTERM')
  await start({})
  expect((await callerAt(shop.url).get('/api/products')).body).toHaveLength(59)
})

test('on SIGTERM the shop answers requests in flight and exits with 0', async () => {
  const shop = await start()
  const product = await listProduct(await adminAt(shop.url), { countInStock: 1000 })
  const answers = Promise.allSettled(
    Array.from({ length: 40 }, () =>
      callerAt(shop.url).post('/api/cart', { ...lineOf(product), guestId: strongGuestId() }),
    ),
  )
  await sleep(5)
  expect(await running?.end('SIGTERM')).toBe(0)
  for (const answer of await answers)
    if (answer.status === 'fulfilled') expect([200, 503]).toContain(answer.value.status)
})

test('a port in use, a folder that is not writable and an invalid setting are reported in one line each', async () => {
  const first = await start()
  const other = join(folder, 'other')
  const again = await spawnShop(other, port)
  await expect(again.failed()).resolves.toMatch(/port/i)
  const locked = await spawnShop('/proc/nowhere', await freePort())
  await expect(locked.failed(UNUSABLE_DATA)).resolves.toMatch(/\/proc\/nowhere/)
  const odd = await spawnShop(other, await freePort(), { CHECKOUT_TTL_SECONDS: 'soon' })
  await expect(odd.failed()).resolves.toMatch(/CHECKOUT_TTL_SECONDS/)
  const second = await spawnShop(folder, await freePort())
  await expect(second.failed()).resolves.toMatch(/in use/)
  for (const { output } of [again, locked, odd, second])
    expect(output().trim().split('\n').length).toBeLessThanOrEqual(3)
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
})
