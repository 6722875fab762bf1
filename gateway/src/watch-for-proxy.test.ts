import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { isBehindUntrusted, watchForProxy } from './watch-for-proxy.ts'

const request = (remoteAddress: string, forwarded = '', url = '/') =>
  ({ socket: { remoteAddress }, url, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

/** What the check reports after these requests. */
function saidAfter(requests: readonly IncomingMessage[], trustProxy = false) {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const { note, check } = watchForProxy(trustProxy)
  for (const one of requests) note(one)
  vi.restoreAllMocks()
  return { check: check(), lines }
}
const many = (count: number, make: (n: number) => IncomingMessage) => Array.from({ length: count }, (_, n) => make(n))

test('requests that a proxy forwards are reported once in the log, and by the check while they come', () => {
  for (const proxy of ['127.0.0.1', '::1', '::ffff:172.18.0.5']) {
    const behind = many(40, (n) => request(proxy, `203.0.113.${n}`))
    const { check, lines } = saidAfter(behind)
    expect(check).toBe('cannot be distinguished, because a proxy is in front of the shop and TRUST_PROXY is off')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('TRUST_PROXY=on')
    expect(saidAfter([...behind, request('127.0.0.1')]).check).toBe('ok')
  }
})

test('a trusted proxy, a forged header from outside, one client, few requests and probes are not reported', () => {
  const passed = (ip: string, forwarded: (n: number) => string) => many(40, (n) => request(ip, forwarded(n)))
  const trusted = passed('127.0.0.1', (n) => `203.0.113.${n}`)
  expect(saidAfter(trusted, true).check).toBe('ok')
  expect(saidAfter(passed('198.51.100.7', (n) => `203.0.113.${n}`)).check).toBe('ok')
  expect(saidAfter(passed('127.0.0.1', () => '203.0.113.1')).check).toBe('ok')
  expect(saidAfter(many(19, (n) => request('127.0.0.1', `203.0.113.${n}`))).check).toBe('ok')
  expect(saidAfter(many(40, (n) => request('127.0.0.1', `203.0.113.${n}`, '/readyz'))).check).toBe('ok')
})

test('a shop that is reached by https has a proxy in front of it', () => {
  const publicOrigin = 'https://shop.test'
  expect(isBehindUntrusted({ publicOrigin, trustProxy: false })).toBe(true)
  expect(isBehindUntrusted({ publicOrigin, trustProxy: true })).toBe(false)
  expect(isBehindUntrusted({ publicOrigin: 'http://localhost:3000', trustProxy: false })).toBe(false)
  expect(isBehindUntrusted({ publicOrigin: undefined, trustProxy: false })).toBe(false)
})
