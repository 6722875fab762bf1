import { OrderDeleted, OrderPlaced, OrderRestored } from '@shop/language/order/events'
import type { ProductDocument } from '@shop/language/product/document'
import { ProductDeleted, ProductEdited, ProductListed, ProductRestored } from '@shop/language/product/events'
import { nothingSince, saidNothing } from '@shop/language/test-support/sample-order'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { productProjection } from './product-projection.ts'

const details = { ...sampleProduct, name: 'Long Twill Skirt', priceCents: 6800 }
const listed = ProductListed({ productId: 'p1', details })
const deleted = ProductDeleted({ productId: 'p1' })
const line = {
  productId: 'p1',
  name: 'Long Twill Skirt',
  image: '',
  sku: '',
  size: 'M',
  color: 'Red',
  priceCents: 6800,
  paidCents: 6800,
}
const booked = { totalCents: 20400, placedAt: '2026-01-02T00:00:00.000Z', ...saidNothing }
const placed = OrderPlaced({
  ...booked,
  orderId: 'o1',
  customerId: 'ada',
  items: [
    { ...line, quantity: 2 },
    { ...line, size: 'S', quantity: 1 },
  ],
  shippingAddress: null,
  country: '',
  paymentMethod: 'PayPal',
  captureId: 'c1',
  paidAt: booked.placedAt,
})

test('a listed product has its details, the time at which it was listed, and the version to which edits refer', () => {
  expect(documentsAfter(productProjection, listed)).toEqual({
    p1: {
      ...details,
      _id: 'p1',
      listedAt: '2026-01-01T00:00:00.000Z',
      listedPosition: '0000000000000001',
      version: 0,
      sold: 0,
      soldLately: [],
      deleted: false,
    },
  })
})

test('an edit changes only the given fields', () => {
  const edited = ProductEdited({ productId: 'p1', changes: { priceCents: 5900, sizes: ['L'] } })
  expect(documentsAfter(productProjection, listed, edited)).toMatchObject({
    p1: { name: 'Long Twill Skirt', priceCents: 5900, sizes: ['L'], version: 1 },
  })
})

test('the pieces of every line of a placed order count as sold', () => {
  expect(documentsAfter(productProjection, listed, placed)).toMatchObject({ p1: { sold: 3 } })
})

test('a deleted order does not count as sold until it is restored', () => {
  const lines = [
    { productId: 'p1', quantity: 2 },
    { productId: 'p1', quantity: 1 },
  ]
  const gone = OrderDeleted({ orderId: 'o1', status: 'Processing', lines, ...booked })
  expect(documentsAfter(productProjection, listed, placed, gone)).toMatchObject({ p1: { sold: 0 } })
  const back = OrderRestored({ ...placed.data, status: 'Shipped', refundDue: false, ...nothingSince })
  expect(documentsAfter(productProjection, listed, placed, gone, back)).toMatchObject({ p1: { sold: 3 } })
})

test('the product keeps the last days on which it was sold, with the number of pieces', () => {
  const on = (day: number) =>
    OrderPlaced({
      ...placed.data,
      orderId: `on-${day}`,
      placedAt: `2026-03-${String(day).padStart(2, '0')}T23:00:00.000Z`,
    })
  const days = [9, 2, 3, 4, 5, 6, 7, 8, 9].map(on)
  const { p1 } = documentsAfter(productProjection, listed, ...days) as Record<string, ProductDocument>
  expect(p1!.soldLately.map(({ day, pieces }) => `${day}: ${pieces}`)).toEqual([
    '2026-03-09: 6',
    ...[8, 7, 6, 5, 4, 3].map((day) => `2026-03-0${day}: 3`),
  ])
})

test('a restored product keeps its place in the list and all its sales, also sales while it was deleted', () => {
  expect(
    documentsAfter(productProjection, listed, deleted, placed, ProductRestored({ productId: 'p1' })),
  ).toMatchObject({
    p1: { deleted: false, listedPosition: '0000000000000001', sold: 3, version: 3 },
  })
})

test('a deleted product stays and is marked as deleted', () => {
  expect(documentsAfter(productProjection, listed, deleted)).toMatchObject({ p1: { deleted: true } })
})
