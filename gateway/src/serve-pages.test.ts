import type { Middleware } from 'koa'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startForTests } from './test-support/start-for-tests.ts'

const product = { _id: '42', name: 'Tee', createdAt: '2026-02-03T10:00:00.000Z' }

const queries: Middleware = (ctx) => {
  if (ctx.path === '/products/slow') return new Promise(() => {})
  if (ctx.path === '/products/broken') throw new Error('the room is gone')
  if (ctx.path === '/products/gone') {
    ctx.status = 404
    ctx.body = { message: 'There is no such product' }
  } else {
    ctx.set('Link', '<?limit=24&cursor=x>; rel="next"')
    ctx.body = Buffer.from(JSON.stringify(product))
  }
}

let gateway: Awaited<ReturnType<typeof startForTests>>
let known: Awaited<ReturnType<typeof startForTests>>
beforeAll(async () => {
  gateway = await startForTests({ queries })
  known = await startForTests({ queries, publicOrigin: 'https://shop.example' })
})
afterAll(() => Promise.all([gateway.close(), known.close()]))

const html = async (path: string, from = gateway) => (await from.ask(path)).text()

/* The pages in this test come from start-for-tests.ts. The real pages are tested in web/src/server/open-pages.test.ts. */
describe('the address of a page', () => {
  test.each(['/product/42', '/product/42?a=1', '/product/a.b'])(
    '%s is answered with the page that web draws, which is revalidated each time',
    async (path) => {
      const response = await gateway.ask(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain(`<main>the first view of ${path}</main>`)
    },
  )

  test.each(['/no/such/page', '/product/gone'])('%s is unknown: the page says so with status 404', async (path) => {
    const response = await gateway.ask(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await response.text()).toBe('no such page')
  })

  test('that looks like a file and is not a page is answered like a file', async () => {
    expect(await (await gateway.ask('/no-such.ico')).json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('that has not changed is answered with 304', async () => {
    const etag = (await gateway.ask('/product/42')).headers.get('etag') ?? ''
    const again = await gateway.ask('/product/42', {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('answers HEAD', async () => {
    const response = await gateway.ask('/product/42', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('cannot be written to', async () => {
    const response = await gateway.ask('/product/42', { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the data that a page is rendered with', () => {
  test('consists of the API’s public answers, as text and with their links', async () => {
    const link = '<?limit=24&cursor=x>; rel="next"'
    expect(await html('/product/42')).toContain(JSON.stringify({ status: 200, text: JSON.stringify(product), link }))
  })

  test('contains nothing about the reader: cookies, tokens and conditional headers are not passed on', async () => {
    let seen: unknown
    const spying = await startForTests({
      queries: (ctx) => {
        seen = ctx.headers
        ctx.body = product
      },
    })
    await spying.ask('/product/42', {
      headers: { cookie: 'a=b', authorization: 'Bearer a.b.c', 'if-none-match': '"1"' },
    })
    await spying.close()
    expect(Object.keys(seen as object).toSorted()).toEqual(['accept', 'host'])
  })

  test.each(['slow', 'broken'])('does not delay the page when the room is %s', async (id) => {
    const response = await gateway.ask(`/product/${id}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('asked: nothing')
  })

  test('is not used up by one client: another client still gets its answers', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = await startForTests({
      trustProxy: true,
      queries: async (ctx) => {
        await held
        ctx.body = product
      },
    })
    // Stops the clock, because on a slow machine the pages would stop waiting for their answers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let bare = 0
    const ask = async (client: string) => {
      const text = await (await slow.ask('/product/42', { headers: { 'x-forwarded-for': client } })).text()
      if (text.includes('asked: nothing')) bare++
    }
    const one = Array.from({ length: 40 }, () => ask('1.2.3.4'))
    await expect.poll(() => bare).toBe(16)
    const other = ask('5.6.7.8')
    release()
    await Promise.all([...one, other])
    await slow.close()
    expect(bare).toBe(16)
  })

  test('uses the configured origin, never the Host header', async () => {
    expect(await html('/product/42', known)).toContain('at https://shop.example')
    const response = await gateway.ask('/product/42', { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(await response.text()).not.toMatch(/evil|at http/)
  })
})

describe('a search engine', () => {
  test('gets a robots.txt, with a sitemap if there is one', async () => {
    expect(await html('/robots.txt')).toBe('User-agent: *\nDisallow: /api/\nDisallow: /admin\n')
    expect(await html('/robots.txt', known)).toContain('Sitemap: https://shop.example/sitemap.xml')
    expect((await gateway.ask('/sitemap.xml')).status).toBe(404)
  })

  test('finds every product in the sitemap, page after page', async () => {
    const pages: Middleware = (ctx) => {
      const { cursor } = ctx.query
      if (!cursor) ctx.set('Link', '<?limit=1000&cursor=second>; rel="next"')
      ctx.body = [{ ...product, _id: cursor ?? 'first', createdAt: '2026-02-03T10:00:00.000Z' }]
    }
    const shop = await startForTests({ queries: pages, publicOrigin: 'https://shop.example' })
    const response = await shop.ask('/sitemap.xml')
    const text = await response.text()
    await shop.close()
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/)
    expect(text).toContain('<loc>https://shop.example/product/first</loc><lastmod>2026-02-03</lastmod>')
    expect(text).toContain('<loc>https://shop.example/product/second</loc>')
  })
})
