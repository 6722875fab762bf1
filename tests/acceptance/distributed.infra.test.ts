import { setTimeout as sleep } from 'node:timers/promises'
import { slowestOf } from '@shop/server/http/standings-over-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { type DistributedShop, hasServers, startDistributedShop } from '../support/distributed-shop.ts'
import { tryJourney } from '../support/journey-suite.ts'
import { adminAt, buy, customerAt, guestAt, lineOf, listProduct } from '../support/people.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { tryAttacks } from './attacks/attacks-suite.ts'
import { oneAttackOfEachKind } from './attacks/attacks-table.ts'
import { tryPermissions } from './authorisation/authorisation-suite.ts'
import { eraseFromServers } from './erased-from-servers.ts'
import { haltTheOrders } from './halted-journey.ts'
import { listenAt } from './listener.ts'
import { dropReadModels, killWorkerInTransaction, leaveReadModelsBehind } from './worker-deaths.ts'

describe.runIf(hasServers)('a shop of several processes', async () => {
  let shop: DistributedShop
  beforeAll(async () => {
    shop = await startDistributedShop({ ANALYSIS: 'on' })
    process.env.SHOP_URL = shop.url
  })
  afterAll(async () => {
    delete process.env.SHOP_URL
    await shop?.close()
  })

  // This test runs first, because it expects that the shop has no other order.
  test('an erased person is found nowhere on its servers', () => eraseFromServers(shop), 180_000)

  describe('answers every documented call', async () => void (await import('./documented-calls.test.ts')))
  describe('allows only what the table of permissions allows', () => tryPermissions({ isWhole: false }))
  describe('refuses attacks', () => tryAttacks(oneAttackOfEachKind))
  describe('sells each piece once, in any sequence of buyers', async () => void (await import('./races.test.ts')))
  describe('accepts a code for a first order once', async () => void (await import('./discount.test.ts')))
  describe('serves a shopper in a browser', () => tryJourney([PHONE]))
  describe('accepts uploads', async () => void (await import('./uploads.test.ts')))
  describe('serves an admin in a browser', async () => void (await import('../browser/admin.test.ts')))

  test('a query-service is ready once its catalog is in memory', async () => {
    for (const { url } of shop.queries) {
      const readyz = async () => {
        const { status, body } = await callerAt(url).get('/readyz')
        return [status, body.checks]
      }
      const checks = { phase: 'ready', catalog: 'ok', log: 'ok', readModels: 'ok', rebuilt: 'ok' }
      await expect.poll(readyz).toEqual([200, checks])
    }
  })

  test('projections become ready and stop on SIGTERM even if the job queue cannot be reached', async () => {
    const lonely = await shop.room('projections', { JOB_QUEUE_URL: 'redis://127.0.0.1:1' })
    await lonely.ready()
    expect(await lonely.end('SIGTERM')).toBe(0)
  })

  test('a command-service whose job queue cannot be reached is ready, and says so', async () => {
    const lonely = await shop.room('command-service', { JOB_QUEUE_URL: 'redis://127.0.0.1:1' })
    await lonely.ready()
    const checks = async () => (await callerAt(lonely.url).get('/readyz')).body.checks
    await expect.poll(checks).toMatchObject({ log: 'ok', keys: 'ok', jobs: 'failing' })
    const { body } = await callerAt(shop.commands[0]!.url).get('/readyz')
    expect(body).toMatchObject({ status: 'ready', checks: { jobs: 'ok' } })
    expect(await lonely.end('SIGTERM')).toBe(0)
  })

  test('an acknowledged write is visible in every query-service, or its answer is marked as pending', async () => {
    const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
    let marked = 0
    for (let n = 0; n < 100; n++) {
      const guest = guestAt(shop.url)
      const { status, headers } = await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
      expect(status).toBe(200)
      const isMarked = headers.has('x-consistency')
      if (isMarked) marked++
      for (const { url } of shop.queries) {
        const shown = async () => (await callerAt(url).get(`/cart?guestId=${guest.guestId}`)).body.products
        if (isMarked) await expect.poll(shown).toMatchObject([{ quantity: 1 }])
        else expect(await shown()).toMatchObject([{ quantity: 1 }])
      }
    }
    // On a busy machine, single answers can be marked.
    expect(marked).toBeLessThan(50)
  })

  test.each([1, 16])('writes of %i concurrent shoppers are soon visible; the delays are printed', async (shoppers) => {
    const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
    const reached = slowestOf({ ready: () => shop.queries.map(({ url }) => url) })
    const writesMs: number[] = []
    const waitsMs: number[] = []
    async function shopper(caller: ReturnType<typeof guestAt>) {
      for (let n = 0; n < 200 / shoppers; n++) {
        const begunMs = performance.now()
        const answer = await caller.post('/cart', { ...lineOf(product, 1), guestId: caller.guestId })
        const writtenMs = performance.now()
        expect(await reached(answer.headers.get('x-position') ?? '', 60_000)).toEqual({ behind: false, halted: [] })
        writesMs.push(writtenMs - begunMs)
        waitsMs.push(performance.now() - writtenMs)
      }
    }
    await Promise.all(Array.from({ length: shoppers }, (_, n) => shopper(guestAt(shop.commands[n % 2]?.url ?? ''))))
    const of = (values: number[]) => `p50 ${quantile(values, 0.5)} ms, p99 ${quantile(values, 0.99)} ms`
    console.info(`${shoppers} at once: written ${of(writesMs)}; then readable in both query-services ${of(waitsMs)}`)
  })

  // These tests run before the next test, because the events that the next test adds to the log halt a read model that is rebuilt.
  describe('with dead projections', () => {
    test('shows orders again after the worker was killed in the middle of a transaction', () =>
      killWorkerInTransaction(shop))
    test('reports read models that are behind, in each process that uses them', () => leaveReadModelsBehind(shop))
    test('reports read models as damaged after their database was dropped', () => dropReadModels(shop))
  })

  test('a halted read model lacks events until an operator resumes it, and nothing else is affected', async () => {
    const { mongo, log } = shop.servers
    const environment = { READ_STORE_URL: mongo.url('read-models') }
    const { resume } = await haltTheOrders({ url: shop.url, logUrl: log.url, environment })
    await resume()
  })

  test('a command-service forgets a person whom another command-service erases', async () => {
    const admin = await adminAt(shop.url)
    const product = await listProduct(admin)
    const rooms = shop.commands.map(({ url }) => callerAt(url, { token: admin.token ?? '' }))
    const orders = Array.from({ length: 5 }, async () => {
      const customer = await customerAt(shop.url)
      const { _id } = await buy(customer, product)
      // A customer who waits for a parcel is not deleted (decisions C13b).
      await admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
      /** Returns the names that the process has in memory. The call sets the status that the order already has, so it changes nothing. */
      const shownBy = (room: ShopCaller) => async () => {
        const { body } = await room.put(`/orders/${_id}`, { status: 'Shipped' })
        return [body.shippingAddress.firstName, body.user?.name]
      }
      return { customer, shownBy }
    })
    // The customers are erased one after another, because the process that finishes an erasure clears its memory.
    for (const { customer, shownBy } of await Promise.all(orders)) {
      for (const room of rooms) expect(await shownBy(room)()).toEqual(['Ada', 'Ada Weaver'])
      expect((await rooms[0]!.delete(`/users/${customer.id}`)).status).toBe(200)
      for (const room of rooms) await expect.poll(shownBy(room)).toEqual(['', 'N/A'])
    }
  })

  test('a listener at the gateway misses nothing when its query-service dies', async () => {
    const live = `${shop.url}/api/live`
    const admin = await adminAt(shop.url)
    const token = admin.token ?? ''
    const product = await listProduct(admin)
    const order = await buy(await customerAt(shop.url), product)
    const becomes = async (status: string) =>
      expect((await admin.put(`/api/admin/orders/${order._id}`, { status })).status).toBe(200)
    const expectMessages = (listener: Awaited<ReturnType<typeof listenAt>>) => expect.poll(listener.messages)

    const before = await listenAt(live, { token })
    await expect.poll(before.lastEventId).not.toBe('')
    expect((await admin.put(`/api/admin/products/${product._id}`, { countInStock: 4 })).status).toBe(200)
    await becomes('Shipped')
    await expectMessages(before).toContainEqual({ kind: 'stock', id: product._id })
    await expectMessages(before).toContainEqual({ kind: 'order', id: order._id })

    const lastEventId = before.lastEventId()
    const sender = await senderOf(lastEventId)
    await sender.end('SIGKILL')
    await expect.poll(before.isOver).toBe(true)
    await becomes('Delivered')
    const after = await listenAt(live, { token, lastEventId })
    // The other query-service does not know which changes followed that event, so it announces that everything may have changed.
    await expectMessages(after).toContainEqual({ kind: 'all', id: '' })
    await becomes('Cancelled')
    await expectMessages(after).toContainEqual({ kind: 'order', id: order._id })
    after.leave()
    await shop.startAgain(sender)
  })

  /**
   * Finds the query-service that sent the event with this id. Only this query-service knows which changes followed the event; any other
   * announces that everything may have changed.
   */
  async function senderOf(lastEventId: string) {
    const asked = shop.queries.map(async (query) => {
      const listener = await listenAt(`${query.url}/live`, { lastEventId })
      await expect.poll(listener.lastEventId).not.toBe('')
      listener.leave()
      return listener.messages().some(({ kind }) => kind === 'all') ? [] : [query]
    })
    const [sender, ...others] = (await Promise.all(asked)).flat()
    if (!sender || others.length > 0) throw new Error('No single process has sent it')
    return sender
  }

  test('killing a command-service and a query-service fails no request and repeats no command', async () => {
    const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
    const shoppers = Array.from({ length: 8 }, async () => {
      const guest = guestAt(shop.url)
      const read = () => guest.get(`/api/cart?guestId=${guest.guestId}`)
      const failed: unknown[] = []
      for (let n = 0; n < 60; n++) {
        const added = await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
        const shown = await read()
        for (const [call, { status, body }] of Object.entries({ added, shown }))
          if (status !== 200) failed.push([n, call, status, body])
      }
      return { failed, quantity: (await read()).body.products[0]?.quantity }
    })
    await sleep(500)
    // The gateway may not know yet that a query-service that was just restarted is ready, so the other one stays.
    const [killed] = shop.queries.toSorted((one, other) => other.startedMs - one.startedMs)
    await Promise.all([shop.commands[0].end('SIGKILL'), killed!.end('SIGKILL')])
    for (const { failed, quantity } of await Promise.all(shoppers)) {
      expect(failed).toEqual([])
      expect(quantity).toBe(60)
    }
  })

  // A process that does not stop in time ends itself with exit code 1. `npm run bench -- start` measures how long a stop takes.
  test('on SIGTERM every process stops in time, with exit code 0 (reliability R13)', async () => {
    const queries = shop.queries.filter(({ hasEnded }) => !hasEnded())
    const running = [shop.gateway, shop.commands[1], ...queries, ...shop.projections, shop.simulator]
    expect(queries).toHaveLength(1)
    const codes = await Promise.all(running.map((room) => room.end('SIGTERM')))
    expect(codes).toEqual(running.map(() => 0))
  })
})

const quantile = (values: number[], q: number) =>
  Math.round((values.toSorted((a, b) => a - b)[Math.floor(values.length * q)] ?? 0) * 10) / 10
