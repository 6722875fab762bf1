import { SHARED } from '@shop/language/events/stock-events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { productView } from '@shop/language/views/product-view'
import { expect, test, vi } from 'vitest'
import type { Listing } from './catalogue/catalogue.ts'
import { createProductTexts } from './product-texts.ts'

const listing = (n: number): Listing => ({
  product: {
    ...sampleProduct,
    name: `Shirt ${n}, “blue”`,
    _id: `p${n}`,
    listedAt: '2026-01-01T00:00:00.000Z',
    listedPosition: String(n),
    version: 0,
    sold: 0,
    soldLately: [],
    deleted: false,
  },
  available: n,
  fewest: n,
  lines: [{ ...SHARED, onHand: n, reserved: 0 }],
  counts: 1,
})

test('a list is the JSON of its products, in any order and number', () => {
  const textOf = createProductTexts()
  const all = [1, 2, 3].map(listing)
  for (const some of [all, all.toReversed(), all.slice(0, 1), []])
    expect(JSON.parse(textOf(some).toString())).toEqual(some.map(({ product, lines }) => productView(product, lines)))
})

test('a product is written out once for as long as it is as it is', () => {
  const textOf = createProductTexts()
  const written = vi.spyOn(JSON, 'stringify')
  const all = Array.from({ length: 1000 }, (_, n) => listing(n))
  for (let n = 0; n < 20; n++) textOf(all.slice(n))
  expect(written).toHaveBeenCalledTimes(1000)
  const changed = { ...listing(7), lines: [{ ...SHARED, onHand: 3, reserved: 0 }] }
  expect(textOf([changed]).toString()).toContain('"countInStock":3')
  expect(written).toHaveBeenCalledTimes(1001)
  vi.restoreAllMocks()
})
