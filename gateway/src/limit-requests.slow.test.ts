import { once } from 'node:events'
import { connect } from 'node:net'
import type { Counters } from '@shop/stores/counters/counters'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import { afterEach, expect, test, vi } from 'vitest'
import { startForTests } from './test-support/start-for-tests.ts'

let gateway: Awaited<ReturnType<typeof startForTests>>
afterEach(async () => {
  vi.useRealTimers()
  await gateway.close()
})

/** Stops the clock, because on a slow machine a burst may take longer than the second of its limit. */
const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })

const statusesOf = async (count: number, path: string, options?: RequestInit) =>
  (await Promise.all(Array.from({ length: count }, () => gateway.ask(path, options)))).map(({ status }) => status)
const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

test('one address may read 200 times in a burst, then 100 a second', async () => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  const burst = await statusesOf(250, '/api/products')
  expect([count(burst, 200), count(burst, 429)]).toEqual([200, 50])
  await vi.advanceTimersByTimeAsync(1100)
  expect(count(await statusesOf(100, '/api/products'), 200)).toBe(100)
})

test('a refusal because of too many reads says how long to wait', async () => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  await statusesOf(200, '/api/products')
  const refused = await gateway.ask('/api/products')
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
})

test('refusals because of too many reads are logged in one line a minute, with their number', async () => {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  await statusesOf(250, '/api/products')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'refused', status: 429, client: '127.0.0.1' },
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ message: 'refused', status: 429, count: 49 })
  expect(lines).toHaveLength(2)
  vi.restoreAllMocks()
})

test('a forwarded address counts only if a proxy is trusted', async () => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  const as = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  await statusesOf(200, '/api/products', as('1.2.3.4'))
  expect((await gateway.ask('/api/products', as('5.6.7.8'))).status).toBe(429)
  await gateway.close()
  gateway = await startForTests({ counters: createMemoryCounters(), trustProxy: true })
  await statusesOf(200, '/api/products', as('9.9.9.9, 1.2.3.4'))
  expect((await gateway.ask('/api/products', as('9.9.9.9, 1.2.3.4'))).status).toBe(429)
  expect((await gateway.ask('/api/products', as('9.9.9.9, 5.6.7.8'))).status).toBe(200)
})

test('a whole /64 of IPv6 addresses shares one budget', async () => {
  gateway = await startForTests({ counters: createMemoryCounters(), trustProxy: true })
  holdTime()
  const from = (address: string) => gateway.ask('/api/products', { headers: { 'x-forwarded-for': address } })
  const answers = await Promise.all(Array.from({ length: 250 }, (_, n) => from(`2001:db8:1:2::${n.toString(16)}`)))
  expect(
    count(
      answers.map(({ status }) => status),
      200,
    ),
  ).toBe(200)
  expect((await from('2001:db8:1:3::1')).status).toBe(200)
})

test('pages share the budget of the API, and a refused request for a page gets a page', async () => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  expect(count(await statusesOf(150, '/'), 200)).toBe(150)
  expect(count(await statusesOf(100, '/api/products'), 200)).toBe(50)
  const refused = await gateway.ask('/', { headers: { accept: 'text/html' } })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await refused.text()).toContain('Too many requests')
})

test.each([
  ['an unknown page', '/nowhere', 'GET'],
  ['an unknown call', '/api/nowhere', 'GET'],
  ['the head of a page', '/', 'HEAD'],
  ['a preflight', '/api/products', 'OPTIONS'],
  ['another method', '/api/products', 'PUT'],
])('%s takes from the budget too', async (_, path, method) => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  expect(count(await statusesOf(250, path, { method }), 429)).toBe(50)
})

/** Opens connections of a proxy, and gets one answer on each. Requests that are then sent on all connections arrive concurrently. */
async function connected(length: number) {
  const { hostname, port } = new URL(gateway.url)
  const sockets = Array.from({ length }, () => connect(Number(port), hostname))
  const answered = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets) socket.write(requestOf('9.9.9.9', '/healthz'))
  await Promise.all(answered)
  return sockets
}

const requestOf = (client: string, path = '/') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n\r\n`

test('a client that is refused again and again does not delay another client', async () => {
  const order: string[] = []
  const counters: Counters = {
    counter: (budget) => ({
      ...createUnlimitedCounters().counter(budget),
      take: async (client) => {
        if (budget.name === 'requests') order.push(client)
        return { taken: 1, isOver: client === '1.2.3.4', againInMs: 1000 }
      },
    }),
    async close() {},
  }
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  gateway = await startForTests({ counters, trustProxy: true })
  const sockets = await connected(100)
  for (const [n, socket] of sockets.entries()) socket.write(requestOf(n < 99 ? '1.2.3.4' : '5.6.7.8'))
  await expect.poll(() => order.length).toBe(100)
  for (const socket of sockets) socket.destroy()
  vi.restoreAllMocks()
  expect(order.indexOf('5.6.7.8')).toBeLessThan(50)
})

test('health checks and files have separate budgets', async () => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  expect(count(await statusesOf(250, '/api/products'), 200)).toBe(200)
  expect(count(await statusesOf(300, '/readyz'), 200)).toBe(300)
  expect(count(await statusesOf(120, '/readyz'), 200)).toBe(100)
  for (let n = 0; n < 15; n++) expect(count(await statusesOf(100, '/assets/main-abc.js'), 200)).toBe(100)
  expect((await gateway.ask('/assets/main-abc.js')).status).toBe(429)
})

test('limits can be switched off', async () => {
  gateway = await startForTests()
  expect(count(await statusesOf(250, '/api/products'), 200)).toBe(250)
})

/** A gateway whose writes wait until the test releases them. */
async function holding() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let begun = 0
  gateway = await startForTests({
    trustProxy: true,
    commands: async (ctx) => {
      begun += 1
      await held
      ctx.body = {}
    },
  })
  const write = async (from: string) =>
    (await gateway.ask('/api/cart', { method: 'POST', headers: { 'x-forwarded-for': from } })).status
  return { release, write, begun: () => begun }
}

test('at most 40 writes of one network and 64 writes in total run concurrently; other writes wait, and no write is refused', async () => {
  const { release, write, begun } = await holding()
  const neighbours = Array.from({ length: 100 }, (_, n) => write(`1.2.3.${n}`))
  await expect.poll(begun).toBe(40)
  const elsewhere = Array.from({ length: 100 }, (_, n) => write(`5.6.${n}.8`))
  await expect.poll(begun).toBe(64)
  expect((await gateway.ask('/api/products')).status).toBe(200)
  release()
  expect(new Set(await Promise.all([...neighbours, ...elsewhere]))).toEqual(new Set([200]))
})
