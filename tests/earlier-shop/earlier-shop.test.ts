import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/stores/test-support/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { approve, approvedPayment, lineOf, PASSWORD, pay } from '../support/people.ts'
import { spawnShop } from '../support/shop-process.ts'
import { ADA, adminOfThen, BEN, ERASED, GUEST, signedIn, TOKEN_SECRET } from './people-of-then.ts'
import { whatIsSeen } from './what-is-seen.ts'

/*
 * A data folder made by version 0.1.0 (`earlier-shop/make-earlier-shop.ts`): orders in every state, carts, open holds, an erased person.
 * Every later version starts on a copy of it, with a clock that begins at the hour when the folder was made. The later version must show
 * the same data, and continue from there.
 */
const kept = join(import.meta.dirname, 'kept')
const MINUTE_MS = 60_000

type Kept = {
  madeAt: number
  products: Record<'shirt' | 'coat' | 'scarf', string>
  orders: Record<'placed' | 'cancelled' | 'deleted', string>
  held: string
  begunToPay: { checkoutId: string; providerOrderId: string }
  keyed: { key: string; body: { productId: string }; answer: { status: number; body: unknown } }
  seen: Record<string, unknown>
}

let then: Kept
let folder: string
let running: Awaited<ReturnType<typeof spawnShop>> | undefined

async function start() {
  running = await spawnShop(folder, await freePort(), {
    // The passwords in the kept folder were hashed at the shop's real cost.
    PASSWORD_HASHES: 'real',
    TOKEN_SECRET,
    CHECKOUT_TTL_SECONDS: '86400',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock.ts')}`,
    CLOCK_BEGINS_AT: String(then.madeAt + MINUTE_MS),
  })
  await running.ready()
  return running.url
}

const stockOf = async (url: string, productId: string) =>
  (await callerAt(url).get(`/api/products/${productId}`)).body.countInStock

beforeAll(async () => {
  then = JSON.parse(await readFile(join(kept, 'seen.json'), 'utf8'))
  folder = await mkdtemp(join(tmpdir(), 'selvedge-kept-'))
  await cp(join(kept, 'data-folder'), folder, { recursive: true })
})
afterAll(async () => {
  await running?.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a shop on a data folder of an earlier version shows the same as the earlier version', async () => {
  expect(await whatIsSeen(await start())).toMatchObject(then.seen)
})

test('a shop on a data folder of an earlier version shows the same after its read models are rebuilt', async () => {
  expect(await running?.end('SIGTERM')).toBe(0)
  await rm(join(folder, 'read-models.db'))
  expect(await whatIsSeen(await start())).toMatchObject(then.seen)
})

describe('a shop on a data folder of an earlier version', () => {
  test('answers a repeated command with an earlier idempotency key as the earlier version did, and changes nothing', async () => {
    const url = running?.url ?? ''
    const ben = await signedIn(url, BEN)
    const { key, body, answer } = then.keyed
    expect(await ben.post('/api/cart', body, { headers: { 'idempotency-key': key } })).toMatchObject(answer)
    const cart = await ben.get(`/api/cart?userId=${ben.id}`)
    expect(cart.body).toMatchObject(then.seen[`ben /api/cart?userId=${ben.id}`] as object)
  })

  test("adds to a guest's cart, and merges it once into the cart of an account", async () => {
    const url = running?.url ?? ''
    const { shirt } = then.products
    const line = lineOf({ _id: shirt, name: '', price: 0 })
    const { body: guests } = await callerAt(url).post('/api/cart', { ...line, guestId: GUEST })
    expect(guests.products.map(({ quantity }: { quantity: number }) => quantity)).toEqual([4, 1])
    const ada = await signedIn(url, ADA)
    const merge = () => ada.post('/api/cart/merge', { guestId: GUEST })
    const { body: merged } = await merge()
    expect(merged.products.filter(({ productId }: { productId: string }) => productId === shirt)).toMatchObject([
      { quantity: 4 },
    ])
    expect((await merge()).body.products).toEqual(merged.products)
  })

  test('accepts payments for open checkouts, and moves their reserved pieces into the orders', async () => {
    const url = running?.url ?? ''
    const { scarf, coat } = then.products
    const before = [await stockOf(url, scarf), await stockOf(url, coat)]
    const ada = await signedIn(url, ADA)
    expect((await pay(ada, then.held, await approvedPayment(ada, then.held))).status).toBe(200)
    expect((await ada.post(`/api/checkout/${then.held}/finalize`)).body).toMatchObject({ _id: then.held, isPaid: true })

    const ben = await signedIn(url, BEN)
    const { checkoutId, providerOrderId } = then.begunToPay
    await approve(ben, providerOrderId)
    expect((await pay(ben, checkoutId, providerOrderId)).status).toBe(200)
    expect((await ben.post(`/api/checkout/${checkoutId}/finalize`)).body).toMatchObject({ _id: checkoutId })
    expect([await stockOf(url, scarf), await stockOf(url, coat)]).toEqual(before)
  })

  test('returns the pieces of an order that is cancelled now, but not the pieces of an order that was cancelled before', async () => {
    const url = running?.url ?? ''
    const admin = await adminOfThen(url)
    const before = await stockOf(url, then.products.shirt)
    const cancel = (id: string) => admin.put(`/api/admin/orders/${id}`, { status: 'Cancelled' })
    await cancel(then.orders.cancelled)
    expect(await stockOf(url, then.products.shirt)).toBe(before)
    await cancel(then.orders.placed)
    expect(await stockOf(url, then.products.shirt)).toBe(before + 2)
  })

  test('restores a deleted order, and keeps an erased person erased', async () => {
    const url = running?.url ?? ''
    const admin = await adminOfThen(url)
    const { deleted } = then.orders
    expect((await admin.get(`/api/orders/${deleted}`)).status).toBe(404)
    expect((await admin.post(`/api/admin/orders/${deleted}/restore`)).body).toMatchObject({ _id: deleted })
    const { status } = await callerAt(url).post('/api/users/login', { email: ERASED, password: PASSWORD })
    expect(status).toBe(401)
  })
})
