import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForTests } from './test-support/start-for-tests.ts'

const LONG = 'a'.repeat(2000)

let gateway: Awaited<ReturnType<typeof startForTests>>
beforeAll(async () => {
  gateway = await startForTests({
    queries: (ctx) => {
      if (ctx.path === '/products/exact') ctx.set('ETag', '"1"')
      ctx.body = ctx.path === '/products/facets' ? { short: true } : { long: LONG }
    },
  })
})
afterAll(() => gateway.close())

const encodingOf = async (path: string, accepted = 'gzip, br') =>
  (await gateway.ask(path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')

test.each(['gzip', 'br'])('a long public answer is compressed with %s and has the header Vary', async (encoding) => {
  const { headers } = await gateway.ask('/api/products', { headers: { 'accept-encoding': encoding } })
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.get('vary')).toContain('Accept-Encoding')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(Number(headers.get('content-length'))).toBeLessThan(200)
})

test.each(['gzip', 'br'])('the answer decompressed from %s equals the original', async (encoding) => {
  const response = await gateway.ask('/api/products', { headers: { 'accept-encoding': encoding } })
  expect(await response.json()).toEqual({ long: LONG })
})

test.each([
  ['that is short', '/api/products/facets'],
  ['for one person', '/api/orders/my-orders'],
  ['that has an exact tag', '/api/products/exact'],
])('an answer %s is not compressed', async (_, path) => {
  expect(await encodingOf(path)).toBeNull()
})

test('a client that accepts neither gzip nor Brotli gets a plain answer', async () => {
  expect(await encodingOf('/api/products', 'identity')).toBeNull()
})
