import { isShopError } from '@shop/language/errors'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceItems } from './price-items.ts'

const details = (priceCents: number, name = 'Linen Shirt') => ({
  ...sampleProduct,
  name,
  priceCents,
  colors: ['Red', 'Blue'],
  images: [
    { url: '/pictures/blue-1200.webp', altText: '', color: 'Blue' },
    { url: '/pictures/red-1200.webp', altText: '', color: 'Red' },
  ],
})
const shirt = { productId: 'shirt', size: 'M', color: 'Red', quantity: 2, price: 24.99 }
const catalog = new Map([['shirt', { offer: details(2499), name: 'Linen Shirt' }]])
const refusalOf = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

test('a line has its name, picture and price from the catalog', () => {
  const { items, totalCents } = priceItems({ checkoutItems: [shirt], totalPrice: 49.98 }, catalog)
  expect(totalCents).toBe(4998)
  expect(items).toMatchObject([{ name: 'Linen Shirt', image: '/pictures/red-1200.webp', priceCents: 2499, sku: 'S-1' }])
})

test('a price that differs from the catalog is refused with the catalog’s prices', () => {
  const cheap = { ...shirt, price: 0.01 }
  expect(refusalOf(() => priceItems({ checkoutItems: [shirt, cheap], totalPrice: 99.96 }, catalog))).toMatchObject({
    code: 'PRICE_CHANGED',
    details: { total: 99.96, lines: [{ productId: 'shirt', price: 24.99, sentPrice: 0.01, name: 'Linen Shirt' }] },
  })
})

test('a wrong total is refused with the total after the discount', () => {
  const wrong = { checkoutItems: [shirt], totalPrice: 1, discountCode: 'CODE' }
  expect(refusalOf(() => priceItems(wrong, catalog))).toMatchObject({
    code: 'PRICE_CHANGED',
    message: 'The prices have changed: the total is $44.98 now',
    details: { total: 44.98 },
  })
})

test('a total above the maximum of one payment is refused, to the cent', () => {
  const dear = new Map([['shirt', { offer: details(999_999_999), name: 'Linen Shirt' }]])
  const line = { ...shirt, price: 9_999_999.99 }
  const ask = (quantity: number, totalPrice: number) =>
    priceItems({ checkoutItems: [{ ...line, quantity }], totalPrice }, dear)
  expect(ask(1, 9_999_999.99)).toMatchObject({ totalCents: 999_999_999 })
  expect(refusalOf(() => ask(2, 19_999_999.98))).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'One payment is at most $9999999.99. Order fewer pieces at once',
    details: { fields: [{ path: 'totalPrice' }] },
  })
})

test('a product that is no longer sold is refused by name', () => {
  const gone = new Map([['shirt', { offer: undefined, name: 'Linen Shirt' }]])
  expect(refusalOf(() => priceItems({ checkoutItems: [shirt], totalPrice: 49.98 }, gone))).toMatchObject({
    code: 'CONFLICT',
    message: 'Linen Shirt (M, Red) is no longer sold',
  })
  const green = { ...shirt, color: 'Green' }
  expect(refusalOf(() => priceItems({ checkoutItems: [green], totalPrice: 49.98 }, catalog))).toMatchObject({
    code: 'CONFLICT',
  })
})

test('whatever prices the browser sends, the total is the sum of the catalog’s prices times the quantities', () => {
  const prices = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 5 })
  const said = fc.array(fc.oneof(fc.double(), fc.constantFrom(0, -1, 0.01, 1e300)), { minLength: 6, maxLength: 6 })
  const quantities = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(prices, said, quantities, fc.boolean(), (cents, words, pieces, honest) => {
      const shop = new Map(cents.map((priceCents, index) => [`p${index}`, { offer: details(priceCents), name: 'x' }]))
      const total = cents.reduce((sum, priceCents, index) => sum + priceCents * (pieces[index] ?? 1), 0)
      const checkoutItems = cents.map((priceCents, index) => ({
        ...shirt,
        productId: `p${index}`,
        quantity: pieces[index] ?? 1,
        price: honest ? priceCents / 100 : (words[index] ?? 0),
      }))
      const totalPrice = honest ? total / 100 : (words[5] ?? 0)
      const result = refusalOf(() => priceItems({ checkoutItems, totalPrice }, shop))
      if (honest) expect(result).toMatchObject({ totalCents: total })
      else if (isShopError(result)) expect(result.code).toBe('PRICE_CHANGED')
      else expect(result).toMatchObject({ totalCents: total })
    }),
    { numRuns: 2000 },
  )
})
