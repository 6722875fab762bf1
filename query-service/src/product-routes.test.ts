import { OrderPlaced } from '@shop/language/order/events'
import { ProductDeleted, ProductEdited, ProductListed } from '@shop/language/product/events'
import { perFacet } from '@shop/language/product/facets'
import { SHARED, StockCounted, StockReserved } from '@shop/language/stock/events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
})
afterEach(() => shop.close())

const names = async (path: string, as?: string) =>
  ((await shop.body(path, as)) as { name: string }[]).map(({ name }) => name)

const sale = (productId: string, quantity: number) =>
  OrderPlaced({
    orderId: `order-of-${productId}`,
    ...boughtOf({ ...sampleLine, productId, color: 'Blue', quantity, priceCents: 1, paidCents: quantity }),
    captureId: 'c1',
    paidAt: '2026-01-01T00:00:00.000Z',
    placedAt: '2026-01-01T00:00:00.000Z',
  })

async function threeProducts() {
  await shop.listed('p1', { name: 'Oxford Shirt', priceCents: 4900 })
  await shop.listed('p2', {
    name: 'Twill Skirt',
    gender: 'Women',
    category: 'Bottom Wear',
    colors: ['Red'],
    priceCents: 6800,
  })
  await shop.listed('p3', {
    name: 'Wool Coat',
    category: 'Outerwear',
    sizes: ['XL'],
    priceCents: 18_900,
    description: 'Été',
  })
}

test('an empty shop lists nothing and has no best seller', async () => {
  expect(await shop.body('/products')).toEqual([])
  expect((await shop.ask('/products/best-seller')).status).toBe(404)
  expect(await shop.body('/products/facets')).toMatchObject({ total: 0 })
})

test('a product has its fields in both spellings, and the number of available pieces', async () => {
  await shop.listed('p1')
  await shop.happened(StockReserved({ productId: 'p1', checkoutId: 'c', lines: sharedPieces(2) }))
  expect(await shop.body('/products/p1')).toMatchObject({
    _id: 'p1',
    price: 49,
    countInStock: 3,
    sizes: ['M', 'L'],
    size: ['M', 'L'],
    collections: 'City',
    collection: 'City',
  })
})

test('a product matches a filter by any of its values, and must match all filters', async () => {
  await threeProducts()
  expect(await names('/products?gender=Women,Men&color=Red,Blue')).toEqual(['Wool Coat', 'Twill Skirt', 'Oxford Shirt'])
  expect(await names('/products?gender=Men&size=XL')).toEqual(['Wool Coat'])
  expect(await names('/products?minPrice=50&maxPrice=68')).toEqual(['Twill Skirt'])
  expect(await names('/products?collection=all')).toHaveLength(3)
  expect(await names('/products?collection=Elsewhere')).toEqual([])
  expect(await names('/products?collection=cITY')).toEqual(await names('/products?collection=City'))
  expect(await names('/products?collection=cITY')).not.toEqual([])
})

test('products are sorted by age, price or sales; among equally sold products the newest comes first', async () => {
  await threeProducts()
  await shop.happened(sale('p1', 3))
  expect(await names('/products')).toEqual(['Wool Coat', 'Twill Skirt', 'Oxford Shirt'])
  expect(await names('/products?sortBy=priceAsc')).toEqual(['Oxford Shirt', 'Twill Skirt', 'Wool Coat'])
  expect(await names('/products?sortBy=pricedesc')).toEqual(['Wool Coat', 'Twill Skirt', 'Oxford Shirt'])
  expect(await names('/products?sortBy=popularity')).toEqual(['Oxford Shirt', 'Wool Coat', 'Twill Skirt'])
})

test('a search matches the start of words, ignores case and accents, and needs all its words', async () => {
  await threeProducts()
  expect(await names('/products?search=TWI+sk')).toEqual(['Twill Skirt'])
  expect(await names('/products?search=ete')).toEqual(['Wool Coat'])
  expect(await names('/products?search=twill+coat')).toEqual([])
  expect(await names('/products?search=+')).toEqual(await names('/products'))
  expect(await names("/products?search='%3BDROP%20TABLE%20events--")).toEqual([])
})

test.each([
  ['Straßenmantel', 'STRASSENMANTEL'],
  ['Bjørn Frakke', 'bjorn'],
  ['Łódź Blouson', 'lodz'],
  ['Cœur Pullover', 'coeur'],
  ['Đuro Zipper', 'duro'],
  ['Işıl Elbise', 'isil'],
  ['Ærø Cap', 'aero'],
])('letters such as ß and ø are found as they are written and in plain letters: %s by %s', async (name, search) => {
  await shop.listed('p1', { name })
  expect(await names(`/products?search=${search}`)).toEqual([name])
  expect(await names(`/products?search=${encodeURIComponent(name)}`)).toEqual([name])
})

test('a search for tshirt, t-shirt or t shirt finds all of them, but not a shirt whose other word starts with t', async () => {
  await shop.listed('p1', { name: 'Loom T-Shirt' })
  await shop.listed('p2', { name: 'Plain Tshirt' })
  await shop.listed('p3', { name: 'Twill Shirt' })
  for (const search of ['tshirt', 't-shirt', 'T Shirt', 't-shirts'])
    expect((await names(`/products?search=${search}`)).toSorted()).toEqual(['Loom T-Shirt', 'Plain Tshirt'])
})

test('filters find their values in upper and lower case', async () => {
  await threeProducts()
  expect(await names('/products?gender=women&color=RED&size=m&brand=fenn&category=bottom wear')).toEqual([
    'Twill Skirt',
  ])
  expect(await shop.body('/products/facets?gender=women')).toMatchObject({ total: 1, counts: { gender: { Men: 2 } } })
})

test('a word that was corrected as a typing error is reported, with the word that was searched for instead', async () => {
  await threeProducts()
  const corrected = async (search: string) =>
    ((await shop.body(`/products/facets?search=${search}`)) as { corrected: unknown }).corrected
  expect(await corrected('oxford shrit')).toEqual([{ typed: 'shrit', readAs: 'shirt' }])
  expect(await corrected('oxford shirts')).toEqual([])
})

test('a page links to the next page', async () => {
  await threeProducts()
  const seen: string[] = []
  for (let query: string | undefined = '?limit=2&sortBy=priceasc&gender=Men,Women'; query; ) {
    const response = await shop.ask(`/products${query}`)
    seen.push(...((await response.json()) as { _id: string }[]).map(({ _id }) => _id))
    query = /^<(\?[^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    if (query) expect(new URLSearchParams(query).get('gender')).toBe('Men,Women')
  }
  expect(seen).toEqual(['p1', 'p2', 'p3'])
})

test('whether a list counts as long depends on the number of returned entries, not on the requested number', async () => {
  await threeProducts()
  const statuses = async (query: string) => {
    const asked = Array.from({ length: 12 }, (_, n) => shop.ask(`/products?${query}minPrice=${n + 1}`))
    return (await Promise.all(asked)).map(({ status }) => status)
  }
  expect(await statuses('')).toEqual(Array(12).fill(200))
  const more = Array.from({ length: 101 }, (_, n) => ProductListed({ productId: `more-${n}`, details: sampleProduct }))
  await shop.happened(...more)
  expect(await statuses('limit=100&')).toEqual(Array(12).fill(200))
  expect(await statuses('')).toContain(429)
})

test.each([
  'limit=0',
  'limit=1001',
  'sortBy=best',
  'minPrice=1e400',
  'category[$ne]=x',
  `size=${'S,'.repeat(51)}`,
  `search=${'a'.repeat(101)}`,
  'cursor=nonsense',
  `cursor=${Buffer.from('["price",false,100,"1","p1"]').toString('base64url')}`,
])('%s is refused', async (query) => {
  const response = await shop.ask(`/products?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('the values of a facet are counted without the filter of that facet', async () => {
  await threeProducts()
  expect(await shop.body('/products/facets?gender=Men&maxPrice=100')).toEqual({
    total: 1,
    counts: {
      ...perFacet({}),
      category: { 'Top Wear': 1 },
      gender: { Men: 1, Women: 1 },
      color: { Blue: 1, White: 1 },
      size: { M: 1, L: 1 },
      material: { Cotton: 1 },
      brand: { Fenn: 1 },
      collection: { City: 1 },
    },
    left: { color: { Blue: 1, White: 1 }, size: { M: 1, L: 1 } },
    price: { min: 49, max: 189 },
    passedOver: [],
    corrected: [],
  })
})

test('the counts of what is left do not count sold-out sizes and colors', async () => {
  await shop.listed('p1', { sizes: ['S', 'M'], colors: ['Blue', 'White'] }, 0)
  await shop.listed('p2', { sizes: ['M'], colors: ['White'] }, 2)
  await shop.happened(StockCounted({ productId: 'p1', size: 'M', color: 'Blue', available: 1 }))
  const left = async () => ((await shop.body('/products/facets')) as { left: unknown }).left
  expect(await left()).toEqual({ color: { Blue: 1, White: 1 }, size: { M: 2 } })
  await shop.happened(StockCounted({ productId: 'p1', size: 'M', color: 'Blue', available: 0 }))
  expect(await left()).toEqual({ color: { White: 1 }, size: { M: 1 } })
  await shop.happened(StockCounted({ productId: 'p1', ...SHARED, available: 1 }))
  expect(await left()).toEqual({ color: { Blue: 1, White: 2 }, size: { S: 1, M: 2 } })
})

test('the best seller is the most sold product, or the newest product in stock if nothing was sold', async () => {
  await threeProducts()
  await shop.listed('p4', { name: 'Sold Out' }, 0)
  expect(await shop.body('/products/best-seller')).toMatchObject({ _id: 'p3', hasSold: false })
  await shop.happened(sale('p2', 1))
  expect(await shop.body('/products/best-seller')).toMatchObject({ _id: 'p2', hasSold: true })
})

test('new arrivals are the eight newest products', async () => {
  for (let n = 1; n <= 9; n++) await shop.listed(`p${n}`, { name: `Shirt ${n}` })
  expect(await names('/products/new-arrivals')).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Shirt ${n}`))
})

test('at most four other products of the same gender and category are similar products', async () => {
  await threeProducts()
  expect(await shop.body('/products/similar/p1')).toEqual([])
  for (let n = 1; n <= 5; n++) await shop.listed(`s${n}`, { name: `Shirt ${n}` })
  expect(await names('/products/similar/p1')).toEqual(['Shirt 5', 'Shirt 4', 'Shirt 3', 'Shirt 2'])
  expect((await shop.ask('/products/similar/nobody')).status).toBe(404)
})

test('a second read of a product is answered with 304, until the product or its stock changes', async () => {
  await shop.listed('p1')
  const etag = (await shop.ask('/products/p1')).headers.get('etag') ?? ''
  expect(etag).toBe('"0-1-5"')
  const again = () => shop.ask('/products/p1', { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await shop.happened(StockReserved({ productId: 'p1', checkoutId: 'c', lines: sharedPieces(1) }))
  expect((await again()).status).toBe(200)
})

test('the next answer to the same query shows a change', async () => {
  await shop.listed('p1')
  expect(await names('/products?gender=Men')).toEqual(['Oxford Shirt'])
  await shop.happened(ProductEdited({ productId: 'p1', changes: { name: 'Poplin Shirt' } }))
  expect(await names('/products?gender=Men')).toEqual(['Poplin Shirt'])
  await shop.happened(ProductDeleted({ productId: 'p1' }))
  expect(await names('/products?gender=Men')).toEqual([])
})

test('a deleted product gets the same answer as an unknown product', async () => {
  await shop.listed('p1')
  await shop.happened(ProductDeleted({ productId: 'p1' }))
  const [deleted, unknown] = [await shop.ask('/products/p1'), await shop.ask('/products/p2')]
  const withoutRequest = async (response: Response) => ({ ...((await response.json()) as object), requestId: '' })
  expect([deleted.status, await withoutRequest(deleted)]).toEqual([unknown.status, await withoutRequest(unknown)])
})

test('only an admin sees the admin list, which can also be sorted by name or stock', async () => {
  await shop.people()
  await threeProducts()
  expect((await shop.ask('/admin/products')).status).toBe(401)
  expect((await shop.ask('/admin/products', { as: 'ada' })).status).toBe(403)
  expect(await names('/admin/products?sortBy=name', 'root')).toEqual(['Oxford Shirt', 'Twill Skirt', 'Wool Coat'])
  expect(await names('/admin/products?search=twill', 'root')).toEqual(['Twill Skirt'])
  await shop.listed('p4', { name: 'Sold Out' }, 0)
  expect((await names('/admin/products?sortBy=stock&limit=1', 'root'))[0]).toBe('Sold Out')
  expect((await shop.ask('/admin/products?sortBy=constructor', { as: 'root' })).status).toBe(400)
})

test('the admin list can be filtered by category and by stock', async () => {
  await shop.people()
  for (const [n, left] of [0, 1, 5, 6].entries())
    await shop.listed(`p${n}`, { name: `Left ${left}`, category: left > 1 ? 'Outerwear' : 'Top Wear' }, left)
  const found = (query: string) => names(`/admin/products?sortBy=stock&${query}`, 'root')
  expect(await found('stock=out')).toEqual(['Left 0'])
  expect(await found('stock=low')).toEqual(['Left 1', 'Left 5'])
  expect(await found('stock=in')).toEqual(['Left 1', 'Left 5', 'Left 6'])
  expect(await found('stock=in&category=Outerwear&search=left')).toEqual(['Left 5', 'Left 6'])
  expect((await shop.ask('/admin/products?stock=some', { as: 'root' })).status).toBe(400)
})

test('paths are case-sensitive and must not end with a slash', async () => {
  await shop.listed('p1')
  for (const path of ['/Products', '/products/', '/products/P1']) expect((await shop.ask(path)).status, path).toBe(404)
})

describe('a product that is counted by size and color', () => {
  const line = (size: string, available: number) => StockCounted({ productId: 'p1', size, color: 'Blue', available })

  test('shows its lines on its own page and in the admin list, and its sold-out sizes in every list', async () => {
    await shop.people()
    await shop.listed('p1', { sizes: ['S', 'M'], colors: ['Blue', 'Red'] }, 0)
    await shop.happened(line('S', 0), line('M', 3), line('XL', 9))
    const stock = [
      { size: 'S', color: 'Blue', countInStock: 0 },
      { size: 'M', color: 'Blue', countInStock: 3 },
    ]
    expect(await shop.body('/products/p1')).toMatchObject({ countInStock: 3, stock, soldOutSizes: ['S'] })
    const [listed] = (await shop.body('/products')) as unknown[]
    expect(listed).toMatchObject({ countInStock: 3, soldOutSizes: ['S'] })
    expect(listed).not.toHaveProperty('stock')
    expect(await shop.body('/admin/products', 'root')).toMatchObject([{ stock }])
  })

  test('is low on stock if one of its sizes is low, even if many pieces of other sizes are left', async () => {
    await shop.people()
    await shop.listed('p1', { sizes: ['S', 'M'], colors: ['Blue'] }, 0)
    await shop.listed('p2', {}, 9)
    await shop.happened(line('S', 1), line('M', 90))
    const ids = async (stock: string) =>
      ((await shop.body(`/admin/products?stock=${stock}`, 'root')) as { _id: string }[]).map(({ _id }) => _id)
    expect(await ids('low')).toEqual(['p1'])
    expect(await ids('out')).toEqual([])
    expect((await ids('in')).toSorted()).toEqual(['p1', 'p2'])
    expect(await shop.body('/admin/dashboard', 'root')).toMatchObject({
      stockRunningOut: [{ _id: 'p1', countInStock: 91, runningOut: [{ size: 'S', color: 'Blue', left: 1 }] }],
    })
  })
})

test('an admin sees who changed what of a product, even after its deletion', async () => {
  await shop.people()
  const root = { id: 'root', role: 'admin' } as const
  const history = () => shop.body('/admin/products/p1/history', 'root')
  await shop.happenedIn('product-p1', root, ProductListed({ productId: 'p1', details: sampleProduct }))
  await shop.happenedIn('product-p1', root, ProductEdited({ productId: 'p1', changes: { priceCents: 700 } }))
  expect(await history()).toMatchObject([
    { what: 'Product listed', after: { name: sampleProduct.name } },
    {
      what: 'Product edited',
      who: { id: 'root', role: 'admin', name: 'Grace Hopper' },
      before: { price: sampleProduct.priceCents / 100 },
      after: { price: 7 },
    },
  ])
  await shop.happenedIn('product-p1', { role: 'system' }, ProductDeleted({ productId: 'p1' }))
  expect(await history()).toMatchObject([{}, {}, { before: { deleted: false }, after: { deleted: true } }])
  expect((await shop.ask('/admin/products/p2/history', { as: 'root' })).status).toBe(404)
  expect((await shop.ask('/admin/products/p1/history', { as: 'ada' })).status).toBe(403)
})
