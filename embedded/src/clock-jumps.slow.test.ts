import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@shop/language/account/api'
import type { Order } from '@shop/language/order/api'
import type { Product } from '@shop/language/product/api'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { readConfig } from '@shop/server/config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from './main.ts'

const ADMIN = { email: 'root@shop.test', password: testPasswords.adminOfARoom }
const HOUR_MS = 60 * 60_000
const TTL_MS = 30 * 60_000
/** How often the clocks are compared here. The shop compares them every minute. */
const COMPARED_EVERY_MS = 20
/** The tests check this often whether the queue has done its work. The queue itself looks for work every second. */
const LOOKED = { interval: 100 }

let folder: string
let shop: Awaited<ReturnType<typeof startEmbedded>>
let wallMs: number
let passedMs: number
let token: string
let shirt: Product
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-clock-'))
  wallMs = Date.parse('2026-01-01T10:00:00Z')
  passedMs = 0
  token = ''
  await start()
  token = ((await ask('POST', '/users/login', ADMIN)) as Session).token
  shirt = (await ask('POST', '/admin/products', { name: 'Shirt', price: 25, countInStock: 5 })) as Product
})
afterEach(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

async function start() {
  const environment = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, DEMO: 'off', RATE_LIMITS: 'off' }
  const clock = { wallMs: () => wallMs, monotonicMs: () => passedMs }
  const config = readConfig({ DATA_DIR: folder, PORT: '0', ANALYSIS: 'off', SIMULATOR_FAULTS: 'on', ...environment })
  shop = await startEmbedded(config, { web: false, clocks: { clock, everyMs: COMPARED_EVERY_MS } })
}

const atPaypal = (path: string, body: object = {}) => {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${shop.url}/simulator/paypal${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${shop.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(answer.status, `${method} ${path}`).toBeLessThan(300)
  return answer.json()
}

/** Lets time pass on both clocks. */
function pass(ms: number) {
  wallMs += ms
  passedMs += ms
}

/** The operator sets the machine's clock, and restarts the shop. */
async function restartAt(ms: number) {
  await shop.close()
  wallMs = ms
  await start()
}

const hold = () =>
  ask('POST', '/checkout', {
    checkoutItems: [{ productId: shirt._id, size: '', color: '', quantity: 2, price: 25, name: 'Shirt' }],
    shippingAddress: { city: 'Ghent' },
    paymentMethod: 'PayPal',
    totalPrice: 50,
  })
const left = async () => ((await ask('GET', `/products/${shirt._id}`)) as Product).countInStock
/** The time that a new event gets now. */
async function soldAt() {
  await ask('POST', '/cart', { productId: shirt._id, size: '', color: '', quantity: 1 })
  return shop.log.newestAt()
}
const readiness = async () => (await fetch(`${shop.url}/readyz`)).json()
const lookedOnce = () => new Promise((resolve) => setTimeout(resolve, 1_500))

test('if the wall clock is set forward an hour, no hold ends early, and new events get the new time', async () => {
  await hold()
  wallMs += HOUR_MS
  await expect.poll(soldAt, LOOKED).toBe(new Date(wallMs).toISOString())
  pass(TTL_MS - 1_000)
  await lookedOnce()
  expect(await left()).toBe(3)
  pass(1_000)
  await expect.poll(left, LOOKED).toBe(5)
})

test('if the wall clock is set back an hour, no hold lasts longer', async () => {
  await hold()
  wallMs -= HOUR_MS
  pass(TTL_MS - 1_000)
  await lookedOnce()
  expect(await left()).toBe(3)
  pass(1_000)
  await expect.poll(left, LOOKED).toBe(5)
})

test('if the wall clock is set back an hour, this is reported, and the times of events still increase', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = wallMs
  wallMs -= HOUR_MS
  await expect.poll(readiness, LOOKED).toMatchObject({
    status: 'degraded',
    checks: { clock: "ahead of the machine's by 60 minutes" },
  })
  expect(await soldAt()).toBe(new Date(before).toISOString())
  wallMs += HOUR_MS
  await expect.poll(readiness, LOOKED).toMatchObject({ status: 'ready', checks: { clock: 'ok' } })
  expect(said.mock.calls.filter(([line]) => String(line).includes('was set back'))).toHaveLength(1)
  said.mockRestore()
})

test('after a start, the wall clock decides whether a hold is over', async () => {
  await hold()
  await shop.close()
  wallMs += TTL_MS - 1_000
  await start()
  await lookedOnce()
  expect(await left()).toBe(3)
  await shop.close()
  wallMs += 1_000
  await start()
  await expect.poll(left, LOOKED).toBe(5)
})

test('after the clock was a day ahead and is corrected, captured money becomes an order within two minutes', {
  timeout: 60_000,
}, async () => {
  const rightMs = wallMs
  await restartAt(rightMs + 24 * HOUR_MS)
  const { _id } = (await hold()) as Order
  const { id } = (await ask('POST', `/checkout/${_id}/payment`)) as { id: string }
  await atPaypal(`/v2/checkout/orders/${id}/approve`)
  await atPaypal('/faults', { fault: 'slow', on: 'capture' })
  const paid = ask('PUT', '/checkout/pay', { checkoutId: _id, paymentStatus: 'paid', paymentDetails: { id } })
  const asked = paid.catch(() => {})
  await lookedOnce()
  await restartAt(rightMs)
  await asked
  for (let n = 0; n < 4; n++) {
    pass(30_000)
    await lookedOnce()
  }
  expect(await ask('GET', '/orders/my-orders')).toMatchObject([{ _id, isPaid: true }])
})
