import type { Middleware } from 'koa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startForTests } from './start-for-tests.ts'

const product = {
  _id: '42',
  name: 'Tee </script><b>',
  description: 'Soft "as" water & wind.',
  price: 25.5,
  sku: 'T-1',
  countInStock: 3,
  brand: 'Ondine',
  material: 'Cotton',
  colors: ['Red'],
  images: [{ url: '/pictures/tee-1200.webp', altText: 'A tee' }],
}

const asked: string[] = []
const queries: Middleware = (ctx) => {
  asked.push(ctx.url)
  if (ctx.path === '/products/slow') return new Promise(() => {})
  if (ctx.path === '/products/broken') throw new Error('the room is gone')
  if (/^\/products\/(gone|best-seller)$/.test(ctx.path)) {
    ctx.status = 404
    ctx.body = { message: 'There is no such product' }
  } else if (ctx.path === '/products/facets') ctx.body = { total: 1 }
  else if (/^\/products\/\w+$/.test(ctx.path) && ctx.path !== '/products/new-arrivals') ctx.body = product
  else {
    ctx.set('Link', '<?limit=24&cursor=x>; rel="next"')
    ctx.body = Buffer.from(JSON.stringify([product]))
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
const scriptOf = (text: string, start: string) =>
  JSON.parse(text.slice(text.indexOf(start) + start.length).split('</script>')[0] ?? '')
const ANSWERS = '<script type="application/json" id="first-answers">'
const CODE = '<script type="application/json" id="page-code">'
const LINKED = '<script type="application/ld+json">'

describe('a page address', () => {
  test.each(['/', '/collections/all?gender=Men', '/collections/all/', '/product/42', '/checkout', '/admin/orders'])(
    '%s is the web client, asked for anew each time',
    async (path) => {
      const response = await gateway.ask(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('Selvedge')
    },
  )

  test.each(['/no/such/page', '/product/gone', '/products', '/admin/none'])(
    '%s is of nobody: the client says so under a true 404',
    async (path) => {
      const response = await gateway.ask(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(await response.text()).toContain('<title>Not found - Selvedge</title>')
    },
  )

  test('that has not changed is not sent again', async () => {
    const etag = (await gateway.ask('/')).headers.get('etag') ?? ''
    const again = await gateway.ask('/', { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('can be asked for its headers alone', async () => {
    const response = await gateway.ask('/', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('cannot be written to', async () => {
    const response = await gateway.ask('/checkout', { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('what comes with a page', () => {
  test('are the files its first view needs', async () => {
    const text = await html('/')
    expect(scriptOf(text, CODE)).toEqual(['/assets/home-page-abc.js', '/assets/vendor-abc.js'])
    expect(text).toContain('imagesrcset="/assets/hero-phone-480-abc.avif 480w"')
    expect(await html('/product/42')).toContain('imagesrcset="/pictures/tee-240.webp 240w, /pictures/tee-480.webp 480w')
  })

  test('is its first view, as the client would draw it', async () => {
    expect(await html('/product/42?a=1')).toContain('<main>the first view of /product/42?a=1</main>')
    for (const path of ['/no/such/page', '/product/gone'])
      expect(await html(path)).toContain('<main>the first view of /404</main>')
  })

  test('are the answers to its first questions, by address, with the next page of a list', async () => {
    const answers = scriptOf(await html('/collections/all?search=%20&size=S,M&color=Red&utm=x'), ANSWERS)
    expect(answers).toEqual({
      '/api/products?color=Red&limit=24&size=S%2CM': { body: [product], link: '<?limit=24&cursor=x>; rel="next"' },
      '/api/products/facets?color=Red&size=S%2CM': { body: { total: 1 }, link: '' },
      '/api/products/facets?': { body: { total: 1 }, link: '' },
    })
  })

  test('is only what the shop has: a question without an answer is left to the client', async () => {
    expect(Object.keys(scriptOf(await html('/'), ANSWERS))).not.toContain('/api/products/best-seller')
  })

  test('is nothing of a reader: cookies, tokens and conditions are not passed on', async () => {
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

  test.each(['slow', 'broken'])('does not hold it back when the room is %s', async (id) => {
    const response = await gateway.ask(`/product/${id}`)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).not.toContain(`"/api/products/${id}"`)
    expect(text).not.toContain('noindex')
  })

  test('cannot end its own element, whatever a product is called', async () => {
    const text = await html('/product/42')
    expect(text).toContain('<title>Tee &lt;/script&gt;&lt;b&gt; - Selvedge</title>')
    expect(text).toContain('content="Soft &quot;as&quot; water &amp; wind."')
    expect(text).not.toContain('</script><b>')
    expect(scriptOf(text, LINKED).name).toBe(product.name)
    expect(scriptOf(text, ANSWERS)['/api/products/42'].body.name).toBe(product.name)
  })
})

describe('what a page says of itself', () => {
  test('is its one address, where the shop was told its origin', async () => {
    const text = await html('/collections/all?gender=Women&category=Top+Wear&sortBy=priceasc&search=x', known)
    expect(text).toContain(
      '<link rel="canonical" href="https://shop.example/collections/all?gender=Women&amp;category=Top+Wear">',
    )
    expect(text).toContain("All women's top wear of Selvedge")
  })

  test('is no address at all elsewhere: the caller’s word for it counts for nothing', async () => {
    const response = await gateway.ask('/product/42', { headers: { 'x-forwarded-host': 'evil.example' } })
    const text = await response.text()
    expect(text).not.toMatch(/canonical|og:url|og:image|evil/)
  })

  test('is a product’s price, stock and picture, for those who read data', async () => {
    const text = await html('/product/42', known)
    expect(text).toContain('<meta property="og:image" content="https://shop.example/pictures/tee-1200.webp">')
    expect(scriptOf(text, LINKED)).toMatchObject({
      '@type': 'Product',
      image: ['https://shop.example/pictures/tee-1200.webp'],
      offers: { price: '25.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
  })

  test.each(['/profile', '/my-orders', '/order/1', '/admin', '/no/such/page'])(
    '%s is not for search engines',
    async (path) => {
      expect(await html(path, known)).toContain('<meta name="robots" content="noindex">')
    },
  )
})

describe('a search engine', () => {
  test('is told what not to ask for, and of a sitemap where there is one', async () => {
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
