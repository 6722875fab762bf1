import type { Context } from 'koa'
import { expect, test, vi } from 'vitest'
import { isBehindUntrusted, watchForProxy } from './watch-for-proxy.ts'

const request = (ip: string, forwarded = '', path = '/') =>
  ({ ip, path, get: (name: string) => (name === 'x-forwarded-for' ? forwarded : '') }) as unknown as Context

/** What is said after so many requests. */
async function saidAfter(requests: readonly Context[], trustProxy = false) {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const { middleware, check } = watchForProxy(trustProxy)
  for (const one of requests) await middleware(one as never, async () => {})
  vi.restoreAllMocks()
  return { check: check(), lines }
}
const many = (count: number, make: (n: number) => Context) => Array.from({ length: count }, (_, n) => make(n))

test('requests that a proxy passes on are noticed, once in the log and for as long as it lasts', async () => {
  for (const proxy of ['127.0.0.1', '::1', '::ffff:172.18.0.5']) {
    const behind = many(40, (n) => request(proxy, `203.0.113.${n}`))
    const { check, lines } = await saidAfter(behind)
    expect(check).toBe('all look like one: a proxy is in front, and TRUST_PROXY is off')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('TRUST_PROXY=on')
    expect((await saidAfter([...behind, request('127.0.0.1')])).check).toBe('ok')
  }
})

test('a trusted proxy, a stranger who makes the header up, one client, few requests and probes are none', async () => {
  const passed = (ip: string, forwarded: (n: number) => string) => many(40, (n) => request(ip, forwarded(n)))
  expect(
    (
      await saidAfter(
        passed('127.0.0.1', (n) => `203.0.113.${n}`),
        true,
      )
    ).check,
  ).toBe('ok')
  expect((await saidAfter(passed('198.51.100.7', (n) => `203.0.113.${n}`))).check).toBe('ok')
  expect((await saidAfter(passed('127.0.0.1', () => '203.0.113.1'))).check).toBe('ok')
  expect((await saidAfter(many(19, (n) => request('127.0.0.1', `203.0.113.${n}`)))).check).toBe('ok')
  expect((await saidAfter(many(40, (n) => request('127.0.0.1', `203.0.113.${n}`, '/readyz')))).check).toBe('ok')
})

test('a shop that is reached by https has a proxy before it', () => {
  const publicOrigin = 'https://shop.test'
  expect(isBehindUntrusted({ publicOrigin, trustProxy: false })).toBe(true)
  expect(isBehindUntrusted({ publicOrigin, trustProxy: true })).toBe(false)
  expect(isBehindUntrusted({ publicOrigin: 'http://localhost:3000', trustProxy: false })).toBe(false)
  expect(isBehindUntrusted({ publicOrigin: undefined, trustProxy: false })).toBe(false)
})
