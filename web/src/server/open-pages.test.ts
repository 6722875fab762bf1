import { describe, expect, test } from 'vitest'
import { allPages } from '../pages.ts'
import type { PageServer } from './drawn-pages.ts'
import { openPages } from './open-pages.ts'

const product = {
  _id: '42',
  name: 'Tee </script><b>',
  description: 'Soft "as" water & wind.',
  price: 25.5,
  sku: 'T-1',
  countInStock: 3,
  soldOutSizes: [],
  brand: 'Ondine',
  material: 'Cotton',
  collection: 'Essentials',
  colors: ['Red'],
  sizes: ['M'],
  images: [{ url: '/pictures/tee-1200.webp', altText: 'A tee' }],
}

/** A built client in which each source file becomes a built file, and all built files import the same file of libraries. */
const sources = [
  'main.tsx',
  'staff-pages.ts',
  ...Object.keys(import.meta.glob('../*/**/*.tsx')).map((path) => path.slice('../'.length)),
]
const builtOf = (source: string) => `assets/${source.replaceAll('/', '-').replace(/\.tsx?$/, '.js')}`
const built: Readonly<Record<string, string>> = {
  'index.html':
    '<html><head><!--page-head--></head><body><div id="root"><!--first-view--></div><!--first-answers--></body></html>',
  '.vite/manifest.json': JSON.stringify({
    _vendor: { file: 'assets/vendor.js' },
    ...Object.fromEntries(
      sources.map((source) => [`src/${source}`, { file: builtOf(source), imports: ['_vendor'] }] as const),
    ),
  }),
}

const ask: PageServer['ask'] = async (address) => {
  const [path = ''] = address.split('?')
  if (path.endsWith('/slow')) return undefined
  if (/\/(gone|best-seller)$/.test(path)) return { status: 404, text: '{"message":"none"}', link: '' }
  if (path.endsWith('/facets')) return { status: 200, text: '{"total":1,"counts":{}}', link: '' }
  const isOne = /^\/api\/products\/[^/]+$/.test(path) && !path.endsWith('new-arrivals')
  if (isOne) return { status: 200, text: JSON.stringify(product), link: '' }
  return { status: 200, text: JSON.stringify([product]), link: '<?limit=24&cursor=x>; rel="next"' }
}

async function draw(address: string, { origin = '', view }: { origin?: string; view?: PageServer['view'] } = {}) {
  const pageAt = await openPages({ read: async (file) => built[file] ?? '', origin })
  return pageAt(address).draw({ ask, view: view ?? ((_, draw) => draw()) })
}
const ORIGIN = 'https://shop.example'
const html = async (address: string, origin = '') => (await draw(address, { origin })).html
const dataIn = (text: string, start: string) =>
  JSON.parse(text.slice(text.indexOf(start) + start.length).split('</script>')[0] ?? '')
const ANSWERS = '<script type="application/json" id="first-answers">'
const CODE = '<script type="application/json" id="page-code">'
const LINKED = '<script type="application/ld+json">'

describe('a page', () => {
  test.each(allPages.map(({ path }) => path))('%s is drawn, and names its code files', async (path) => {
    const { status, html } = await draw(path.replace(':topic', 'about').replace(/:\w+/, '42'))
    expect(status).toBe(200)
    const code = dataIn(html, CODE)
    expect(code.slice(0, 2)).toEqual(['/assets/main.js', '/assets/vendor.js'])
    expect(code.at(-1)).toMatch(/-page\.js$/)
    expect(code.includes('/assets/staff-pages.js')).toBe(/^\/(admin|analysis)/.test(path))
    expect(code.includes('/assets/admin-admin-layout.js')).toBe(path.startsWith('/admin'))
    expect(code.some((file: string) => file.includes('analysis'))).toBe(path.startsWith('/analysis'))
  })

  test.each(['/no/such/page', '/product/gone', '/products', '/admin/none'])(
    '%s shows the not-found page',
    async (address) => {
      const { status, html } = await draw(address)
      expect(status).toBe(404)
      expect(html).toContain('<title>Not found - Selvedge</title>')
      expect(html).toContain('This page was removed')
    },
  )

  test.each(['/login', '/register', '/contact', '/checkout'])(
    '%s has a description for search engines',
    async (path) => {
      const text = await html(path, ORIGIN)
      expect(text).toMatch(/<meta name="description" content="[^"]{20,}">/)
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}${path}">`)
      expect(text).not.toContain('noindex')
    },
  )

  test.each(['/profile', '/my-orders', '/newsletter', '/reset-password', '/order/42', '/no/such/page'])(
    '%s is personal, and hidden from search engines',
    async (path) => {
      expect(await html(path, ORIGIN)).toContain('<meta name="robots" content="noindex">')
    },
  )

  test('takes payments only if it is the checkout. Its HTML then has the nonce of the answer, but the stored view does not', async () => {
    const pageAt = await openPages({ read: async (file) => built[file] ?? '', origin: '' })
    expect(pageAt('/Checkout/?a').takesPayment).toBe(true)
    expect(pageAt('/my-orders').takesPayment).toBe(false)
    let drawn = ''
    const view: PageServer['view'] = (_, draw) => (drawn = draw())
    const { html } = await pageAt('/checkout').draw({ ask, view, nonce: 'bm9uY2U=' })
    expect(html).toContain('<meta property="csp-nonce" nonce="bm9uY2U=">')
    expect(drawn).not.toContain('bm9uY2U=')
  })

  test('is found in any letter case and with a trailing slash', async () => {
    const pageAt = await openPages({ read: async (file) => built[file] ?? '', origin: '' })
    for (const address of ['/Login', '/login/', '/collections/all/?search=x', '/admin/orders/7/'])
      expect(pageAt(address).isPage, address).toBe(true)
    expect(pageAt('/favicon.ico').isPage).toBe(false)
  })

  test('preloads its main picture in the width of the screen', async () => {
    expect(await html('/')).toMatch(/imagesrcset="[^"]*hero-phone-480[^"]* 480w, /)
    expect(await html('/product/42')).toContain('imagesrcset="/pictures/tee-240.webp 240w, /pictures/tee-480.webp 480w')
  })

  test('is drawn again only if the answers differ, and all unknown addresses share one view', async () => {
    const keys: string[] = []
    const view: PageServer['view'] = (key) => {
      keys.push(key)
      return ''
    }
    for (const address of ['/product/42', '/product/42', '/no/such/page', '/nor/this']) await draw(address, { view })
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).toContain('"price":25.5')
    expect(keys[2]).toBe(keys[3])
  })
})

test.each(['/admin/orders', '/analysis/catalogue'])(
  '%s is not drawn, because only the browser knows who may see it',
  async (address) => {
    expect(await html(address)).toContain('<div id="root"></div>')
  },
)

test('a page of a missing product has the 404 as its first answer, so that the client begins with the same view', async () => {
  expect(dataIn(await html('/product/gone'), ANSWERS)['/api/products/gone']).toEqual({ body: null, link: '' })
})

describe('the data sent with a page', () => {
  test('has the answers to its first queries, by address, with the next page of a list', async () => {
    const answers = dataIn(await html('/collections/all?search=%20&size=S,M&color=Red&utm=x'), ANSWERS)
    expect(answers).toEqual({
      '/api/products?color=Red&limit=24&size=S%2CM': { body: [product], link: '<?limit=24&cursor=x>; rel="next"' },
      '/api/products/facets?color=Red&size=S%2CM': { body: { total: 1, counts: {} }, link: '' },
      '/api/products/facets?': { body: { total: 1, counts: {} }, link: '' },
    })
  })

  test('has only answers that arrived, and the client requests the others', async () => {
    expect(Object.keys(dataIn(await html('/'), ANSWERS))).toEqual([
      '/api/products/new-arrivals',
      '/api/products?category=Bottom+Wear&gender=Women&limit=8',
      '/api/products?collection=Essentials&limit=4',
    ])
    const slow = await draw('/product/slow')
    expect(slow.status).toBe(200)
    expect(slow.html).not.toContain('"/api/products/slow"')
    expect(slow.html).not.toContain('noindex')
  })

  test('cannot end its own script element, whatever the product is called', async () => {
    const text = await html('/product/42')
    expect(text).toContain('<title>Tee &lt;/script&gt;&lt;b&gt; - Selvedge</title>')
    expect(text).toContain('content="Soft &quot;as&quot; water &amp; wind."')
    expect(text).not.toContain('</script><b>')
    expect(dataIn(text, LINKED).name).toBe(product.name)
    expect(dataIn(text, ANSWERS)['/api/products/42'].body.name).toBe(product.name)
  })
})

describe('the head of a page', () => {
  test('has one canonical address if the shop knows its origin', async () => {
    const text = await html('/collections/all?gender=Women&category=Top+Wear&sortBy=priceasc&search=x', ORIGIN)
    expect(text).toContain(
      '<link rel="canonical" href="https://shop.example/collections/all?gender=Women&amp;category=Top+Wear">',
    )
    expect(text).toContain("All women's top wear of Selvedge")
  })

  test('has no address if the shop does not know its origin', async () => {
    expect(await html('/product/42')).not.toMatch(/canonical|og:url|og:image/)
  })

  test("has a product's price, stock and picture as structured data", async () => {
    const text = await html('/product/42', ORIGIN)
    expect(text).toContain('<meta property="og:image" content="https://shop.example/pictures/tee-1200.webp">')
    expect(dataIn(text, LINKED)).toMatchObject({
      '@type': 'Product',
      image: ['https://shop.example/pictures/tee-1200.webp'],
      offers: { price: '25.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
  })

  test.each(['/profile', '/my-orders', '/order/1', '/admin', '/no/such/page'])(
    '%s is not for search engines',
    async (address) => {
      expect(await html(address, ORIGIN)).toContain('<meta name="robots" content="noindex">')
    },
  )
})
