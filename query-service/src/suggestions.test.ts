import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.listed('p1', { name: 'Oxford Shirt', priceCents: 4900 })
  await shop.listed('p2', { name: 'Wool Coat', category: 'Outerwear', description: 'Goes over a shirt.', images: [] })
  await shop.listed('p3', { name: 'Fleece Hoodie' })
})
afterEach(() => shop.close())

const suggested = (q: string) => shop.body(`/search/suggestions?q=${encodeURIComponent(q)}`)

test('the best matching products and their categories are suggested', async () => {
  expect(await suggested('shir')).toEqual({
    products: [
      { _id: 'p1', name: 'Oxford Shirt', price: 49, image: '/pictures/shirt-1200.webp' },
      { _id: 'p2', name: 'Wool Coat', price: expect.any(Number), image: '' },
    ],
    categories: [
      { category: 'Top Wear', total: 1 },
      { category: 'Outerwear', total: 1 },
    ],
  })
})

test('a product is suggested with its picture in the color of the search', async () => {
  const images = ['Red', 'Navy Blue'].map((color) => ({ url: `/pictures/${color}.webp`, altText: '', color }))
  await shop.listed('p4', { name: 'Linen Skirt', colors: ['Red', 'Navy Blue'], images })
  const [blue, plain] = [await suggested('blue skirt'), await suggested('linen skirt')]
  expect(blue).toMatchObject({ products: [{ _id: 'p4', image: '/pictures/Navy Blue.webp', color: 'Navy Blue' }] })
  expect(plain).toMatchObject({ products: [{ _id: 'p4', image: '/pictures/Red.webp' }] })
  expect(JSON.stringify(plain)).not.toContain('"color"')
})

test.each([
  ['shirrrt', 'shirt'],
  ['velvet shirrrt', 'shirt'],
  ['oxford coat', 'coat'],
])('%s finds nothing, and %s is suggested instead', async (asked, nearest) => {
  expect(await suggested(asked)).toEqual({ products: [], categories: [], nearest })
})

test('a blank search and a search without similar words have no suggestions', async () => {
  for (const asked of ['', '  ', 'zzzzzz']) expect(await suggested(asked)).toEqual({ products: [], categories: [] })
})

test('at most five products are suggested, and a product that was just listed is among them', async () => {
  for (let n = 1; n <= 6; n++) await shop.listed(`s${n}`, { name: `Shirt ${n}` })
  const { products } = (await suggested('shirt')) as { products: { _id: string }[] }
  expect(products.map(({ _id }) => _id)).toEqual(['s6', 's5', 's4', 's3', 's2'])
})

test('a search that is too long for a list also gets no suggestions, but a refusal', async () => {
  expect((await shop.ask(`/search/suggestions?q=${'a'.repeat(101)}`)).status).toBe(400)
})
