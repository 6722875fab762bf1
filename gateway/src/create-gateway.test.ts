import { ShopError } from '@shop/language/errors'
import type { Checks, Phase } from '@shop/server/http/health'
import { missingOf, type Reached } from '@shop/stores/read-store/standings'
import { afterEach, describe, expect, test } from 'vitest'
import { apiTable } from './api-table.ts'
import type { GatewayParts } from './create-gateway.ts'
import { startForTests } from './test-support/start-for-tests.ts'

let gateway: Awaited<ReturnType<typeof startForTests>>
const start = async (parts: Partial<GatewayParts> = {}) => {
  gateway = await startForTests(parts)
}
afterEach(() => gateway.close())

const answers =
  (headers: Record<string, string>): GatewayParts['commands'] =>
  (ctx) => {
    ctx.set(headers)
    ctx.body = {}
  }

describe('the table of calls', () => {
  test('every row is sent to its room under the room’s path, with parameters and query', async () => {
    await start()
    for (const { method, path, room, at } of apiTable.filter(({ room }) => room !== 'gateway')) {
      const response = await gateway.ask(`${path.replace(/\{\w+\}/g, 'a%2Fb')}?search=x`, { method })
      expect(response.status, `${method} ${path} to ${room}`).toBe(200)
      expect(await response.json()).toMatchObject({ method, path: at.replace(/\{\w+\}/g, 'a%2Fb'), query: 'search=x' })
    }
  })

  test('the gateway answers the configuration and the OpenAPI document itself', async () => {
    await start()
    expect(await (await gateway.ask('/api/config')).json()).toMatchObject({ currency: 'USD' })
    expect(await (await gateway.ask('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
  })

  test.each(['/api', '/api/nope', '/api/Products', '/api//products', '/api/products/', '/api/admin/%75sers'])(
    '%s is not in the table',
    async (path) => {
      await start()
      const response = await gateway.ask(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('no id in a path makes a row’s path in its room equal to the path of another row', async () => {
    await start()
    const isWords = (at: string) => !at.includes('{')
    const clashes = apiTable.flatMap((row) => {
      const pattern = new RegExp(`^${row.at.replace(/\{\w+\}/g, '([^/]+)')}$`)
      const others = apiTable.filter(({ room, method }) => room === row.room && method === row.method)
      return others.flatMap(({ at, path }) => {
        const id = isWords(at) ? pattern.exec(at)?.[1] : undefined
        return id === undefined || row.path.replace(/\{\w+\}/, id) === path ? [] : [`${row.path} with ${id}: ${path}`]
      })
    })
    expect(clashes).toEqual([])
  })

  test('a path without parameters is not read as an id', async () => {
    await start()
    for (const method of ['PUT', 'DELETE']) {
      const facets = await gateway.ask('/api/products/facets', { method })
      expect([facets.status, facets.headers.get('allow')]).toEqual([405, 'HEAD, GET'])
    }
    const mine = await gateway.ask('/api/orders/mine')
    expect(await mine.json()).toMatchObject({ path: '/orders/mine' })
    expect(apiTable.map(({ at }) => at)).not.toContain('/orders/mine')
  })

  test('another method of a known path is answered with the allowed methods', async () => {
    await start()
    const login = await gateway.ask('/api/users/login?email=a&password=b')
    expect([login.status, login.headers.get('allow')]).toEqual([405, 'POST'])
    const cart = await gateway.ask('/api/cart', { method: 'PATCH' })
    expect([cart.status, cart.headers.get('allow')]).toEqual([405, 'HEAD, GET, POST, PUT, DELETE'])
    expect(await gateway.rawStatus('/api/products', 'TRACE')).toBe(405)
    expect(await gateway.rawStatus('/', 'TRACE')).toBe(405)
  })

  test('an address that cannot be decoded, or is too long, is refused', async () => {
    await start()
    expect((await gateway.ask('/api/products/%E0%A4%A')).status).toBe(400)
    expect((await gateway.ask(`/api/products?search=${'x'.repeat(5000)}`)).status).toBe(400)
  })

  test('a browser gets a page, not JSON, for an address that cannot be decoded or is too long', async () => {
    await start()
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const asked = ['/no/such/%E0%A4%A', '/assets/%E0%A4%A', `/?search=${'x'.repeat(5000)}`, '/pictures/none']
    const answers = await Promise.all(asked.map((address) => gateway.ask(address, { headers })))
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 404])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(texts.filter((text) => text.startsWith('{'))).toEqual([])
    expect(texts[2]).toContain('This address is too long')
  })

  test('a refusal cannot put elements into its page', async () => {
    const refuse = () => Promise.reject(new ShopError('NOT_FOUND', 'No <b>shirts</b> & coats'))
    await start({ mounted: { '/shelf': refuse } })
    const page = await (await gateway.ask('/shelf', { headers: { accept: 'text/html' } })).text()
    expect(page).toContain('<p>No &lt;b>shirts&lt;/b> &amp; coats.</p>')
  })
})

describe('an acknowledged command', () => {
  test('is answered once the read models show it, and the answer does not contain its position', async () => {
    const waitedFor: string[] = []
    const reached = async (position: string) => {
      waitedFor.push(position)
      return { behind: false, halted: [] }
    }
    await start({ commands: answers({ 'x-position': '42' }), reached })
    const response = await gateway.ask('/api/cart', { method: 'POST' })
    expect(waitedFor).toEqual(['42'])
    expect(response.headers.get('x-position')).toBeNull()
    expect(response.headers.get('x-consistency')).toBeNull()
  })

  test('is answered with x-consistency: pending when the read models are late', async () => {
    await start({ commands: answers({ 'x-position': '42' }), reached: async () => ({ behind: true, halted: [] }) })
    const response = await gateway.ask('/api/cart', { method: 'POST' })
    expect([response.status, response.headers.get('x-consistency')]).toEqual([200, 'pending'])
  })

  test.each([
    ['carts@1', { halted: true }, 'pending'],
    ['orders@1', { halted: true }, null],
    ['carts@1', { position: '41' }, 'pending'],
    ['orders@1', { position: '41' }, null],
  ])('of a cart, while %s is at %j, is answered with x-consistency: %s', async (name, standing, said) => {
    const reached: Reached = async (position, _, isAsked) => missingOf({ [name]: standing }, position, isAsked)
    await start({ commands: answers({ 'x-position': '42' }), reached })
    const response = await gateway.ask('/api/cart', { method: 'POST' })
    expect([response.status, response.headers.get('x-consistency')]).toEqual([200, said])
  })

  test('that appended nothing is answered at once', async () => {
    const reached = async () => {
      throw new Error('waited')
    }
    await start({ commands: answers({}), reached })
    expect((await gateway.ask('/api/cart', { method: 'POST' })).status).toBe(200)
  })
})

describe('an answer', () => {
  test('has one request id, which the gateway makes, in its header, in the room and in a refusal', async () => {
    await start({
      commands: () => {
        throw new ShopError('OUT_OF_STOCK', 'Only 2 left', { details: { left: 2 } })
      },
    })
    const strange = { headers: { 'x-request-id': 'chosen-by-a-stranger' } }
    const refused = await gateway.ask('/api/cart', { method: 'POST', ...strange })
    const requestId = refused.headers.get('x-request-id')
    expect(requestId).not.toBe('chosen-by-a-stranger')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(await refused.json()).toEqual({ message: 'Only 2 left', code: 'OUT_OF_STOCK', requestId, left: 2 })
    const answered = await gateway.ask('/api/products')
    expect(await answered.json()).toMatchObject({ requestId: answered.headers.get('x-request-id') })
  })

  test('does not contain the message of a programming error', async () => {
    await start({
      queries: () => {
        throw new Error('SELECT failed in /srv/shop')
      },
    })
    const response = await gateway.ask('/api/products')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toMatch(/SELECT|srv/)
  })

  test('is cached only if it is public', async () => {
    await start()
    const cached = async (path: string) => (await gateway.ask(path)).headers.get('cache-control')
    expect(await cached('/api/products')).toBe('no-cache')
    const bearer = { headers: { authorization: 'Bearer a.b.c' } }
    expect((await gateway.ask('/api/config', bearer)).headers.get('cache-control')).toBe('no-store')
    expect(await cached('/api/cart')).toBe('no-store')
    expect(await cached('/api/orders/my-orders')).toBe('no-store')
  })

  test('has security headers and no name of a framework', async () => {
    await start()
    const { headers } = await gateway.ask('/api/products')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('content-security-policy')).not.toContain('paypal')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
  })
})

describe('a page of another origin', () => {
  const from = (origin: string) => ({ headers: { origin } })

  test('is not allowed to call the API by default', async () => {
    await start()
    const { headers } = await gateway.ask('/api/products', from('https://shop.test'))
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('is allowed to call the API and to read refusals if its exact origin is on the list', async () => {
    await start({ corsOrigins: ['https://shop.test'] })
    const allowed = async (origin: string, path = '/api/products') =>
      (await gateway.ask(path, from(origin))).headers.get('access-control-allow-origin')
    expect(await allowed('https://shop.test')).toBe('https://shop.test')
    expect(await allowed('https://shop.test', '/api/nope')).toBe('https://shop.test')
    expect(await allowed('https://shop.test.evil.test')).toBeNull()
    expect(await allowed('null')).toBeNull()
  })
})

describe('a shop', () => {
  const health = (phase: Phase, checks: Checks = {}) => ({ health: { phase: () => phase, checks: async () => checks } })

  test('that is starting is alive, not ready, and answers 503 with Retry-After', async () => {
    await start(health('starting'))
    expect((await gateway.ask('/healthz')).status).toBe(200)
    expect((await gateway.ask('/readyz')).status).toBe(503)
    expect((await gateway.ask('/api/products')).status).toBe(503)
    expect((await gateway.ask('/')).headers.get('retry-after')).toBe('1')
  })

  test('that is stopping is not ready and still answers requests', async () => {
    await start(health('stopping'))
    expect((await gateway.ask('/readyz')).status).toBe(503)
    expect((await gateway.ask('/api/products')).status).toBe(200)
  })

  test('that works with a reduced function stays ready and says what is reduced', async () => {
    const checks = { needed: { log: 'ok' }, optional: { readModels: 'halted: orders@1' } }
    await start(health('ready', checks))
    const response = await gateway.ask('/readyz')
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'degraded', checks: { phase: 'ready', log: 'ok', readModels: 'halted: orders@1' } },
    ])
  })

  test('that lacks something that it needs is not ready', async () => {
    await start(health('ready', { needed: { log: 'failing' }, optional: { readModels: 'ok' } }))
    const response = await gateway.ask('/readyz')
    expect([response.status, await response.json()]).toMatchObject([503, { checks: { log: 'failing' } }])
  })
})

test('mounted middleware gets all requests for its paths, and answers in its own form', async () => {
  await start({
    mounted: {
      '/simulator/paypal': (ctx) => {
        ctx.status = 422
        ctx.body = ctx.url
      },
    },
  })
  const response = await gateway.ask('/simulator/paypal/v2/checkout?x=1')
  expect([response.status, await response.text()]).toEqual([422, '/v2/checkout?x=1'])
  expect((await gateway.ask('/simulator/paypalx')).status).toBe(404)
})
