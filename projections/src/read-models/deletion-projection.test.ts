import { OrderDeleted, OrderPlaced, OrderRestored } from '@shop/language/order/events'
import { OrderRefunded, OrderRefundRefused, OrderRefundRequested } from '@shop/language/order/refund-events'
import { ProductDeleted, ProductEdited, ProductListed, ProductRestored } from '@shop/language/product/events'
import { boughtOf, nothingSince, sampleLine } from '@shop/language/test-support/sample-order'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { deletionProjection } from './deletion-projection.ts'

const placed = {
  orderId: 'o1',
  ...boughtOf({
    ...{ ...sampleLine, productId: 'p1', name: 'Twill Cap', size: '', color: '' },
    ...{ priceCents: 20400, paidCents: 20400 },
  }),
  captureId: 'c1',
  placedAt: '2026-01-02T00:00:00.000Z',
  paidAt: '2026-01-02T00:00:00.000Z',
}
const orderDeleted = OrderDeleted({
  orderId: 'o1',
  status: 'Processing',
  lines: [],
  dueCents: 0,
  totalCents: 20400,
  refundedCents: 0,
  placedAt: placed.placedAt,
})
const productDeleted = ProductDeleted({ productId: 'p1' })

const listed = ProductListed({
  productId: 'p1',
  details: { ...sampleProduct, name: 'Oxford Shirt', sku: 'S-1', lineSkus: [{ size: 'M', color: '', sku: 'S-1-M' }] },
})
const after = (...history: Parameters<typeof documentsAfter>[1][]) => documentsAfter(deletionProjection, ...history)

test('a search finds a deleted order or product by its id, its names and its SKUs', () => {
  expect(after(OrderPlaced(placed), listed)).toEqual({
    'order o1': expect.objectContaining({ deletedAt: '', tokens: [] }),
    'product p1': expect.objectContaining({ deletedAt: '', tokens: [] }),
  })
  const found = after(OrderPlaced(placed), listed, orderDeleted, productDeleted)
  expect(found).toEqual({
    'order o1': {
      _id: 'order o1',
      kind: 'order',
      thingId: 'o1',
      deletedAt: '2026-01-01T00:00:02.000Z',
      deletedBy: null,
      version: 2,
      customerId: 'ada',
      placed: { at: placed.placedAt, totalCents: 20400 },
      names: ['Twill Cap'],
      skus: [''],
      tokens: expect.arrayContaining(['o1', 'twill', 'cap']),
    },
    'product p1': expect.objectContaining({
      customerId: null,
      placed: null,
      tokens: expect.arrayContaining(['p1', 'oxford', 'shirt', 'm']),
    }),
  })
})

test('a search no longer finds a restored order or product, but finds an order that was deleted again', () => {
  const back = OrderRestored({ ...placed, status: 'Shipped', refundDue: false, ...nothingSince })
  const restored = ProductRestored({ productId: 'p1' })
  const there = [OrderPlaced(placed), listed]
  expect(after(...there, orderDeleted, productDeleted, back, restored)).toEqual(after(...there))
  expect(after(...there, orderDeleted, back, orderDeleted)).toMatchObject({
    'order o1': { deletedAt: '2026-01-01T00:00:04.000Z' },
  })
})

test('a product is found by its current name and SKUs', () => {
  const edited = (changes: object) => ProductEdited({ productId: 'p1', changes })
  const wordsOf = (...history: Parameters<typeof after>) => after(listed, ...history, productDeleted)['product p1']
  expect(wordsOf(edited({ name: 'Poplin Shirt' }))).toMatchObject({ names: ['Poplin Shirt'], skus: ['S-1', 'S-1-M'] })
  expect(wordsOf(edited({ sku: 'T-2' }))).toMatchObject({ skus: ['T-2', 'S-1-M'] })
  expect(wordsOf(edited({ lineSkus: [] }))).toMatchObject({ names: ['Oxford Shirt'], skus: ['S-1'] })
})

test('a deleted order has the newest version of the order, so that it can be restored after a refund', () => {
  const money = { orderId: 'o1', refundId: 'r1', amountCents: 20400 }
  const why = { customerId: 'ada', captureId: 'c1', pieces: [], chosenReason: null, reason: null, at: placed.placedAt }
  const asked = OrderRefundRequested({ ...money, ...why })
  const made = OrderRefunded({
    ...money,
    providerRefundId: 'P1',
    placedAt: why.at,
    status: 'Processing',
    deleted: true,
  })
  const refused = OrderRefundRefused({ ...money, code: 'NO' })
  const versionAfter = (...history: Parameters<typeof after>) =>
    after(OrderPlaced(placed), ...history)['order o1']?.version
  expect(versionAfter(orderDeleted, asked, made)).toBe(2)
  expect(versionAfter(orderDeleted, asked, refused)).toBe(3)
  expect(versionAfter(asked, made)).toBe(null)
})
