import { setTimeout as pause } from 'node:timers/promises'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterEach, expect, test, vi } from 'vitest'
import { startForTests } from './start-for-tests.ts'

let gateway: Awaited<ReturnType<typeof startForTests>>
afterEach(async () => {
  vi.useRealTimers()
  await gateway.close()
})

/** Stops the clock: on a slow machine a burst may take longer than the second that its limit is for. */
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

test('a refusal for too many reads says how long to wait', async () => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  holdTime()
  await statusesOf(200, '/api/products')
  const refused = await gateway.ask('/api/products')
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
})

test('refusals for too many reads are one line of the logger a minute, with their count', async () => {
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

test('a forwarded address does not count unless a proxy is trusted', async () => {
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

test('health checks and pages are not limited', async () => {
  gateway = await startForTests({ counters: createMemoryCounters() })
  expect(count(await statusesOf(300, '/readyz'), 200)).toBe(300)
  expect(count(await statusesOf(300, '/'), 200)).toBe(300)
})

test('limits can be switched off', async () => {
  gateway = await startForTests()
  expect(count(await statusesOf(250, '/api/products'), 200)).toBe(250)
})

test('of 80 concurrent writes 64 are accepted and the others refused at once', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  gateway = await startForTests({
    commands: async (ctx) => {
      await held
      ctx.body = {}
    },
  })
  const writes = Array.from({ length: 80 }, () => gateway.ask('/api/cart', { method: 'POST' }))
  const refused = (await Promise.race([Promise.all(writes), pause(300)]).then(() => [])) as never[]
  expect(refused).toEqual([])
  expect((await gateway.ask('/api/products')).status).toBe(200)
  release()
  const statuses = (await Promise.all(writes)).map(({ status }) => status)
  expect([count(statuses, 200), count(statuses, 503)]).toEqual([64, 16])
  expect((await gateway.ask('/api/cart', { method: 'POST' })).status).toBe(200)
})
