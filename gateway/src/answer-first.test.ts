import { mayBeKept } from '@shop/server/http/public-answers'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import type { Middleware } from 'koa'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GatewayParts } from './create-gateway.ts'
import { startForTests } from './test-support/start-for-tests.ts'

let gateway: Awaited<ReturnType<typeof startForTests>>
let revision: number | undefined
let made: number
beforeEach(() => {
  revision = 1
  made = 0
})
afterEach(async () => {
  vi.useRealTimers()
  await gateway.close()
})

const LONG = 'shirt '.repeat(400)
/** Answers with the number of answers so far. The headers of an answer depend on its query. */
const queries: Middleware = (ctx) => {
  if (ctx.path !== '/cart') mayBeKept(ctx)
  if (ctx.querystring === 'halted') ctx.set('X-Consistency', 'pending')
  if (ctx.querystring === 'exact') ctx.set('ETag', `"${revision}"`)
  if (ctx.querystring === 'cookie') ctx.set('Set-Cookie', 'guest=1')
  if (ctx.querystring === 'next') ctx.set('Link', '<?cursor=x>; rel="next"')
  ctx.body = {
    made: ++made,
    path: ctx.path,
    image: '/pictures/a-1200.webp',
    text: ctx.querystring === 'short' ? '' : LONG,
  }
}
const start = async (parts: Partial<GatewayParts> = {}) => {
  gateway = await startForTests({ queries, revision: () => revision, ...parts })
}
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.ask(path, { method, headers: { 'accept-encoding': 'identity', ...headers } })
const numberOf = async (path: string, headers: Record<string, string> = {}) =>
  ((await (await ask(path, headers)).json()) as { made: number }).made
/** The headers of an answer, without headers that belong to this one answer or its connection. */
const headOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name)),
  )

describe('a public answer', () => {
  test('is made once for all clients until something changes', async () => {
    await start()
    expect([await numberOf('/api/products'), await numberOf('/api/products')]).toEqual([1, 1])
    expect(await numberOf('/api/products?sortBy=name')).toBe(2)
    revision = 2
    expect([await numberOf('/api/products'), await numberOf('/api/products')]).toEqual([3, 3])
  })

  test('has the same headers from the cache as when it was made, except the request id', async () => {
    await start()
    for (const query of ['', '?next', '?exact', '?short']) {
      const [first, second] = [await ask(`/api/products${query}`), await ask(`/api/products${query}`)]
      expect(await second.text()).toBe(await first.text())
      expect(headOf(second), query).toEqual(headOf(first))
      expect(second.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
      expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }
  })

  test('is compressed for clients that accept that, and plain for all other clients', async () => {
    await start()
    const sent = Object.entries({
      ...{ gzip: 'gzip', 'gzip, deflate, br': 'br', 'gzip;q=0.5': 'gzip', 'br;q=0, gzip': 'gzip', br: 'br' },
      ...{ identity: null, 'gzip;q=0': null, deflate: null },
    })
    // The second time, all forms are in the cache.
    for (const [accepted, encoding] of [...sent, ...sent]) {
      const response = await ask('/api/products', { 'accept-encoding': accepted })
      expect(response.headers.get('content-encoding'), accepted).toBe(encoding)
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      expect(await response.json()).toMatchObject({ made: 1, text: LONG })
    }
  })

  test('is answered with 304 to clients that have it, even if they send Cache-Control: no-cache', async () => {
    await start()
    const etag = (await ask('/api/products')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const response = await ask('/api/products', { 'if-none-match': known, 'cache-control': 'no-cache' })
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await ask('/api/products', { 'if-none-match': '"other"' })).status).toBe(200)
    revision = 2
    const changed = await ask('/api/products', { 'if-none-match': etag })
    expect([changed.status, await changed.json()]).toMatchObject([200, { made: 2 }])
  })

  test('has the same headers but no body for HEAD', async () => {
    await start()
    const [first, second] = [await ask('/api/products'), await ask('/api/products', {}, 'HEAD')]
    expect([second.status, await second.text(), headOf(second)]).toEqual([200, '', headOf(first)])
    expect((await ask('/api/products', {}, 'POST')).status).toBe(405)
  })

  test('is the same for a signed-in customer, whose browser does not cache it', async () => {
    await start()
    const bearer = { authorization: 'Bearer a.b.c', 'accept-encoding': 'gzip' }
    for (let n = 0; n < 3; n++) {
      // The second request caches it without compression, the third request with compression.
      if (n === 2) await ask('/api/products', { 'accept-encoding': 'gzip' })
      const { headers } = await ask('/api/products', bearer)
      expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual(['no-store', null])
    }
    const theirs = await ask('/api/products')
    expect([theirs.headers.get('cache-control'), await theirs.json()]).toMatchObject(['no-cache', { made: 1 }])
  })

  test.each([
    ['that may be out of date', '/api/products?halted'],
    ['that sets a cookie', '/api/products?cookie'],
    ['of one person', '/api/cart'],
  ])('%s is never kept', async (_, path) => {
    await start()
    expect([await numberOf(path), await numberOf(path)]).toEqual([1, 2])
  })

  test('is not cached if its work began before a change', async () => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await start({
      queries: async (ctx, next) => {
        begun.resolve()
        await held.promise
        return queries(ctx, next)
      },
    })
    const early = numberOf('/api/products')
    await begun.promise
    revision = 2
    held.resolve()
    expect(await early).toBe(1)
    expect([await numberOf('/api/products'), await numberOf('/api/products')]).toEqual([2, 2])
  })

  test('is not used while it is unknown whether something has changed', async () => {
    await start()
    await ask('/api/products')
    revision = undefined
    expect([await numberOf('/api/products'), await numberOf('/api/products')]).toEqual([2, 3])
  })
})

test('a cached answer counts as a request, like any other answer', async () => {
  await start({ counters: createMemoryCounters() })
  // On a slow machine the requests may take longer than the second of the limit.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const statuses = await Promise.all(Array.from({ length: 210 }, async () => (await ask('/api/products')).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(200)
  expect(made).toBe(1)
})

test('a page of another origin gets special headers and absolute addresses, and no other page gets them', async () => {
  const [ours, theirs] = ['https://shop.test', 'https://other.test']
  await start({ publicOrigin: ours, corsOrigins: [theirs] })
  for (let n = 0; n < 2; n++) {
    const far = await ask('/api/products', { origin: theirs })
    expect(far.headers.get('access-control-allow-origin')).toBe(theirs)
    expect(await far.json()).toMatchObject({ image: `${ours}/pictures/a-1200.webp` })
    for (const headers of [{}, { origin: 'https://evil.test' }]) {
      const near = await ask('/api/products', headers)
      expect([near.headers.get('access-control-allow-origin'), near.headers.get('vary')]).toEqual([
        null,
        expect.stringContaining('Origin'),
      ])
      expect(await near.json()).toMatchObject({ image: '/pictures/a-1200.webp' })
    }
  }
  expect(made).toBe(2)
})

test('a page is cached as a whole, and is rendered again after a change', async () => {
  await start()
  const drawn = async () => /"made\\":(\d+)/.exec(await (await ask('/product/42')).text())?.[1]
  expect([await drawn(), await drawn()]).toEqual(['1', '1'])
  revision = 2
  expect(await drawn()).toBe('2')
})

test('a page that lacks an answer is not cached', async () => {
  let isBroken = true
  await start({
    queries: (ctx, next) => {
      if (isBroken) throw new Error('the room is gone')
      return queries(ctx, next)
    },
  })
  expect(await (await ask('/product/42')).text()).toContain('asked: nothing')
  isBroken = false
  expect(await (await ask('/product/42')).text()).toContain('made')
})
