import { setTimeout as sleep } from 'node:timers/promises'
import { hasMongod } from '@shop/mongodb/test-support/mongo-server'
import { hasRedis } from '@shop/redis/test-support/redis-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShopCaller } from '../support/caller.ts'
import {
  adminAt,
  approvedPayment,
  type Customer,
  customerAt,
  listProduct,
  pay,
  startCheckout,
} from '../support/people.ts'
import { openWorld, type World } from './resilience-world.ts'

const SHOPPERS = 4
const PIECES = 3
const PRICE = 25
const COUNT = 1000

describe.skipIf(!hasMongod || !hasRedis)('a server that loses its data', () => {
  let world: World
  let admin: ShopCaller
  beforeAll(async () => {
    world = await openWorld()
    admin = await adminAt(world.url)
  })
  afterAll(() => world.close())

  test('every payment becomes an order although Redis is flushed under load', async () => {
    await expectBooks(await sellWhile({ everyMs: 250, happens: world.redis.flush }))
  })

  test('an abandoned payment is still checked after Redis has lost the job of the check', async () => {
    const buyer = await customerAt(world.url)
    const { _id } = await startCheckout(buyer, await listProduct(admin))
    await approvedPayment(buyer, _id)
    // After two seconds the job of the first check is in the queue. It is due only after fifteen seconds, so the flush removes it.
    await sleep(2000)
    await world.redis.flush()
    const ids = async () => idsOf(await buyer.get('/api/orders/my-orders'))
    await expect.poll(ids, { interval: 200 }).toEqual([_id])
  })

  test('the read models are rebuilt from the log while the shop sells, after their database was dropped under load', async () => {
    const drop = async () => void (await world.mongo.inDatabase('shop', (db) => db.dropDatabase()))
    await expectBooks(await sellWhile({ everyMs: 2000, happens: drop }))
  })

  test('no event is skipped or counted twice when subscriptions are dropped under load and events are delivered again', async () => {
    let drops = 0
    const drop = async () => {
      world.double.setFaults({ doubledDeliveries: 20 })
      world.double.dropSubscriptions(drops++ % 2 ? 'too slow' : 'unavailable')
    }
    await expectBooks(await sellWhile({ everyMs: 100, happens: drop }))
  })

  type Sold = Awaited<ReturnType<typeof sellWhile>>

  /** Shoppers buy one piece after another and never finalize a checkout, so the shop itself must finish each purchase. */
  async function sellWhile({ everyMs, happens }: { everyMs: number; happens: () => Promise<void> }) {
    const product = await listProduct(admin, { price: PRICE, countInStock: COUNT })
    const before = await totals()
    const customers = await Promise.all(Array.from({ length: SHOPPERS }, () => customerAt(world.url)))
    let shopping = SHOPPERS
    const purchases = customers.map(async (customer) => {
      const paid: string[] = []
      try {
        while (paid.length < PIECES) paid.push(await payFor(customer, product))
      } finally {
        shopping--
      }
      return { customer, paid }
    })
    const all = Promise.all(purchases)
    // A failure is reported by `await all` below.
    all.catch(() => {})
    for (; shopping > 0; await sleep(everyMs)) await happens()
    return { product, before, purchases: await all }
  }

  async function payFor(customer: Customer, product: Parameters<typeof startCheckout>[1]): Promise<string> {
    const { _id } = await untilTaken(() => startCheckout(customer, product))
    const approved = await untilTaken(() => approvedPayment(customer, _id))
    const { status, body } = await untilTaken(async () => {
      const answer = await pay(customer, _id, approved)
      return answer.status === 503 ? undefined : answer
    })
    if (status !== 200) throw new Error(`Not paid: ${JSON.stringify(body)}`)
    return _id
  }

  /** Repeats a request until the shop accepts it. Without its server the shop can refuse requests; a refused request changes nothing. */
  async function untilTaken<T>(ask: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const taken = await ask()
      if (taken !== undefined) return taken
      await sleep(500)
    }
  }

  /** Checks that each payment has exactly one order: in its customer's list, in the stock and in the dashboard. */
  async function expectBooks({ product, before, purchases }: Sold) {
    const orders = purchases.flatMap(({ paid }) => paid)
    const settled = { interval: 200 }
    for (const { customer, paid } of purchases)
      await expect
        .poll(async () => idsOf(await customer.get('/api/orders/my-orders')), settled)
        .toEqual(paid.toSorted())
    await expect
      .poll(async () => (await admin.get(`/api/products/${product._id}`)).body.countInStock, settled)
      .toBe(COUNT - orders.length)
    await expect.poll(totals, settled).toEqual({
      orders: before.orders + orders.length,
      revenue: before.revenue + orders.length * PRICE,
    })
  }

  async function totals() {
    const { body } = await admin.get('/api/admin/dashboard')
    return { orders: body.totalOrders as number, revenue: body.revenue as number }
  }
})

const idsOf = ({ body }: { body: unknown }) =>
  Array.isArray(body) ? body.map(({ _id }: { _id: string }) => _id).toSorted() : body
