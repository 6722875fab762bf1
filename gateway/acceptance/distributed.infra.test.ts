import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slowestOf } from '../src/slowest-query.ts'
import { callerAt } from './caller.ts'
import { type DistributedShop, hasServers, startDistributedShop } from './distributed-shop.ts'
import { adminAt, guestAt, lineOf, listProduct } from './people.ts'

describe.runIf(hasServers)('a shop of several processes', async () => {
  let shop: DistributedShop
  beforeAll(async () => {
    shop = await startDistributedShop()
    process.env.SHOP_URL = shop.url
  }, 120_000)
  afterAll(async () => {
    delete process.env.SHOP_URL
    await shop?.close()
  })

  describe('answers every documented call', async () => void (await import('./documented-calls.test.ts')))
  describe('lets everybody do what is theirs', async () => void (await import('./authorisation.test.ts')))
  describe('withstands what the shop of one process withstands', async () => void (await import('./attacks.test.ts')))
  describe('hears what is hardly a request', async () => void (await import('./raw-sockets.test.ts')))
  describe('is walked through in a browser', async () => void (await import('./browser-journey.test.ts')))

  test('a write that is answered shows in every query-service', async () => {
    const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
    for (let n = 0; n < 100; n++) {
      const guest = guestAt(shop.url)
      const answer = await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
      expect([answer.status, answer.headers.get('x-consistency')]).toEqual([200, null])
      for (const { url } of shop.queries) {
        const { body } = await callerAt(url).get(`/cart?guestId=${guest.guestId}`)
        expect(body.products).toMatchObject([{ quantity: 1 }])
      }
    }
  })

  test.each([1, 16])('reading what %i shoppers at once have just written takes this long', async (shoppers) => {
    const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
    const reached = slowestOf({ ready: () => shop.queries.map(({ url }) => url) })
    const writesMs: number[] = []
    const waitsMs: number[] = []
    async function shopper(caller: ReturnType<typeof guestAt>) {
      for (let n = 0; n < 200 / shoppers; n++) {
        const begunMs = performance.now()
        const answer = await caller.post('/cart', { ...lineOf(product, 1), guestId: caller.guestId })
        const writtenMs = performance.now()
        expect(await reached(answer.headers.get('x-position') ?? '', 2000)).toBe(true)
        writesMs.push(writtenMs - begunMs)
        waitsMs.push(performance.now() - writtenMs)
      }
    }
    await Promise.all(Array.from({ length: shoppers }, (_, n) => shopper(guestAt(shop.commands[n % 2]?.url ?? ''))))
    const of = (values: number[]) => `p50 ${quantile(values, 0.5)} ms, p99 ${quantile(values, 0.99)} ms`
    console.info(`${shoppers} at once: written ${of(writesMs)}; then readable in both query-services ${of(waitsMs)}`)
    expect(quantile(waitsMs, 0.99)).toBeLessThan(2000)
  })

  test('a killed command-service and a killed query-service cost nobody an answer, and nothing happens twice', async () => {
    const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
    const shoppers = Array.from({ length: 8 }, async () => {
      const guest = guestAt(shop.url)
      const statuses: number[] = []
      for (let n = 0; n < 60; n++) {
        const answer = await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
        statuses.push(answer.status, (await guest.get(`/api/cart?guestId=${guest.guestId}`)).status)
      }
      const { body } = await guest.get(`/api/cart?guestId=${guest.guestId}`)
      return { statuses, quantity: body.products[0]?.quantity }
    })
    await sleep(500)
    await Promise.all([shop.commands[0].end('SIGKILL'), shop.queries[0].end('SIGKILL')])
    for (const { statuses, quantity } of await Promise.all(shoppers)) {
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(quantity).toBe(60)
    }
  }, 60_000)

  test('asked to stop, every process ends in time and with 0', async () => {
    const running = [shop.gateway, shop.commands[1], shop.queries[1], ...shop.projections, shop.simulator]
    const begunMs = performance.now()
    const codes = await Promise.all(running.map((room) => room.end('SIGTERM')))
    expect(codes).toEqual(running.map(() => 0))
    expect(performance.now() - begunMs).toBeLessThan(10_000)
  })
})

const quantile = (values: number[], q: number) =>
  Math.round((values.toSorted((a, b) => a - b)[Math.floor(values.length * q)] ?? 0) * 10) / 10
