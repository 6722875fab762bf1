import { ProductDeleted, ProductEdited, ProductListed, ProductRestored } from '@shop/language/product/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { documentsAfter } from '@shop/projections/spec'
import { expect, test } from 'vitest'
import { priceProjection } from './price-projection.ts'

const history = [
  ProductListed({ productId: 'p1', details: { ...sampleProduct, name: 'Skirt', priceCents: 6800 } }),
  ProductEdited({ productId: 'p1', changes: { priceCents: 5900 } }),
  ProductDeleted({ productId: 'p1' }),
  ProductRestored({ productId: 'p1' }),
]
const after = (events: number) => documentsAfter(priceProjection, ...history.slice(0, events)).p1

test('the document of a product has every price so far, each with its event', () => {
  const changes = [
    { event: 1, at: '2026-01-01T00:00:00.000Z', priceCents: 6800 },
    { event: 2, at: '2026-01-01T00:00:01.000Z', priceCents: 5900 },
  ]
  expect(after(2)).toEqual({ _id: 'p1', name: 'Skirt', deleted: false, changes })
})

test('a deleted product has its last price and counts as deleted until it is restored', () => {
  expect([2, 3, 4].map((events) => after(events)?.deleted)).toEqual([false, true, false])
  expect(after(3)?.changes).toEqual(after(2)?.changes)
})
