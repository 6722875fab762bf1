import { expect, test } from 'vitest'
import { type Answers, answerFirst } from '../lib/first-answers.ts'
import { loadPage } from '../router.tsx'
import { drawFirstView } from './first-view.tsx'

async function drawn(address: string, answers: Answers) {
  await loadPage(new URL(address, 'http://shop.test').pathname)
  answerFirst(answers)
  return drawFirstView(address)
}

const product = {
  _id: '42',
  name: 'Tee <b>bold</b>',
  description: 'Soft.',
  price: 25.5,
  countInStock: 3,
  soldOutSizes: [],
  brand: 'Ondine',
  material: 'Cotton',
  category: 'Top Wear',
  gender: 'Men',
  colors: ['Red'],
  sizes: ['M'],
  tones: { Red: ['#a00'] },
  images: [{ url: '/pictures/tee-1200.webp', altText: 'A tee' }],
}
const answers = {
  '/api/products/42': { body: product, link: '' },
  '/api/products/similar/42': { body: [], link: '' },
  '/api/products?limit=24': { body: [product], link: '' },
}

test('a product and a list are drawn from their answers, with all text escaped', async () => {
  for (const address of ['/product/42', '/collections/all']) {
    const html = await drawn(address, answers)
    expect(html).toContain('Tee &lt;b&gt;bold&lt;/b&gt;')
    expect(html).toContain('/pictures/tee-480.webp 480w')
  }
})

test('answers of one page do not appear in the next page', async () => {
  await drawn('/product/42', answers)
  expect(await drawn('/product/42', {})).not.toContain('Tee')
})

test('a page begins with its frame, without elements of the head and without markup that the policy forbids', async () => {
  for (const address of ['/', '/collections/all?maxPrice=40', '/product/42', '/login', '/checkout', '/no/such/page']) {
    const html = await drawn(address, answers)
    expect(html).toMatch(/^<div class="[^"]*min-h-screen/)
    expect(html).toContain('We ship worldwide')
    expect(html).not.toMatch(/<title|<script|<link| style=/)
  }
})

test('the checkout is drawn with its heading, and without fields to type into', async () => {
  const html = await drawn('/checkout', {})
  expect(html).toContain('>Checkout</h1>')
  expect(html).not.toMatch(/<input[^>]*(password|text)/)
})

test.each(['/login', '/register'])(
  'the form of %s can be filled in, but is not sent before its script has loaded',
  async (address) => {
    expect(await drawn(address, {})).toMatch(/<form[^>]* method="dialog".*<input[^>]* type="password"/s)
  },
)

test.each(['/profile', '/my-orders', '/order/1', '/order-confirmation'])(
  'only the frame of %s is drawn, because it is personal',
  async (address) => {
    expect(await drawn(address, {})).toMatch(/<main[^>]*><!--\$--><!--\/\$--><\/main>/)
  },
)

test('an unknown address shows the not-found page', async () => {
  expect(await drawn('/no/such/page', {})).toContain('<h1')
})
