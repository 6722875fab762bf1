import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { type Answer, callerAt } from '../../tests/support/caller.ts'
import {
  approve,
  type Customer,
  customerAt,
  guestAt,
  lineOf,
  listProduct,
  pay,
  startCheckout,
} from '../../tests/support/people.ts'
import { keyed, needed } from '../../tests/support/tried.ts'
import { composeAtHand } from '../../tools/suites/tools-at-hand.ts'
import { type Composition, startComposition } from './composition.ts'

const ROOMS = ['command-service-1', 'query-service-1', 'projections-1', 'analysis', 'paypal-simulator', 'gateway']
const SERVERS = ['log-1', 'mongo-1', 'redis']
const OF_CLUSTER = [
  ...['command-service-2', 'query-service-2', 'projections-2'],
  ...['log-2', 'log-3', 'mongo-2', 'mongo-3'],
]
/** Enough time to install all packages twice, and to build images with the packages. */
const MOST_MS = 1_800_000
/** Polls until the time of the test is over. */
const POLLING = { interval: 1_000, timeout: MOST_MS }

/** Sends a request again until it is within the limits. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send()
  if (answer.status !== 429) return answer
  await sleep(Number(answer.headers.get('retry-after')) * 1_000)
  return patiently(send)
}

describe.runIf(composeAtHand())('the shop in containers', { timeout: MOST_MS }, () => {
  let shop: Composition
  let customer: Customer
  let product: Awaited<ReturnType<typeof listProduct>>
  const orders: string[] = []

  beforeAll(async () => {
    shop = await startComposition()
    await shop.start()
  }, MOST_MS)
  afterAll(() => shop?.remove(), MOST_MS)

  /** Waits until these containers are healthy and the shop is ready. */
  async function areReady(names: readonly string[]) {
    onTestFailed(async () => console.error(await shop.output()))
    const healthy = Object.fromEntries(names.map((name) => [name, 'healthy']))
    const look = async () => ({ ...(await shop.health()), shop: await shop.readiness() })
    await expect.poll(look, POLLING).toMatchObject({ ...healthy, shop: 'ready' })
  }

  /** A guest's cart becomes a customer's cart. The customer buys it, and finds this order and all earlier orders. */
  async function sells() {
    const guest = guestAt(shop.url)
    const key = keyed()
    await needed(() => guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId }, key))
    const cart = await needed(() => customer.post('/api/cart/merge', { guestId: guest.guestId }))
    expect(cart.products).toMatchObject([{ productId: product._id, quantity: 1 }])
    const order = await buyPatiently()
    expect(order).toMatchObject({ status: 'Processing', isPaid: true })
    orders.unshift(order._id)
    const own = await needed(() => customer.get('/api/orders/my-orders'))
    expect(own.map(({ _id }: { _id: string }) => _id)).toEqual(orders)
  }

  /** Buys as `buy` does. A customer may call the provider only some times in a minute, and then waits as long as the answer says. */
  async function buyPatiently() {
    const checkout = await startCheckout(customer, product)
    const payment = await patiently(() => customer.post(`/api/checkout/${checkout._id}/payment`))
    await approve(customer, payment.body.id)
    await patiently(() => pay(customer, checkout._id, payment.body.id))
    const { body } = await patiently(() => customer.post(`/api/checkout/${checkout._id}/finalize`))
    return body
  }

  /** Waits until other servers have taken over. Until then a write may be refused, and a client repeats it. */
  async function takesWrites() {
    let taken = 0
    const write = async () => {
      const guest = guestAt(shop.url)
      const { status } = await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
      taken = status === 200 ? taken + 1 : 0
      return taken
    }
    await expect.poll(write, POLLING).toBe(5)
  }

  test('is built, starts with the documented commands, and sells through the published port', async () => {
    await areReady([...SERVERS, ...ROOMS])
    expect(Object.keys(await shop.health()).toSorted()).toEqual([...SERVERS, ...ROOMS].toSorted())
    const { body } = await callerAt(shop.url).post('/api/users/login', shop.admin)
    product = await listProduct(callerAt(shop.url, { token: body.token }), { countInStock: 1_000 })
    customer = await customerAt(shop.url)
    await sells()
  })

  test.each([...SERVERS, ...ROOMS])('sells after a restart of %s', async (name) => {
    await shop.compose('restart', name)
    await areReady([name])
    await sells()
  })

  test('keeps its data when it is taken down and started again', async () => {
    await shop.compose('down')
    await shop.compose('up', '--detach')
    await areReady([...SERVERS, ...ROOMS])
    await sells()
  })

  test('grows to a cluster with its data, and sells while a log server, a database and three rooms are stopped', async () => {
    await shop.grow()
    await areReady([...SERVERS, ...ROOMS, ...OF_CLUSTER])
    const ask = (member: string, question: string) =>
      shop.compose('exec', '-T', member, 'mongosh', '--quiet', '--eval', question)
    expect(JSON.parse(await ask('mongo-1', 'JSON.stringify(db.hello().hosts)'))).toEqual(
      ['mongo-1', 'mongo-2', 'mongo-3'].map((name) => `${name}:27017`),
    )
    await sells()
    // A new member may still be copying its data.
    for (const member of ['mongo-2', 'mongo-3'])
      await expect.poll(() => ask(member, 'db.hello().secondary'), POLLING).toBe('true\n')
    await shop.compose('stop', 'mongo-1', 'log-3', 'command-service-1', 'query-service-1', 'projections-1')
    await areReady(['gateway', 'redis', ...OF_CLUSTER.filter((name) => name !== 'log-3')])
    await takesWrites()
    await sells()
  })
})
