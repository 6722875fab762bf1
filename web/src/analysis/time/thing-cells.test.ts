import type { Thing } from '@shop/language/analysis/things'
import { expect, test } from 'vitest'
import { csvOf } from '../../admin/parts/csv.ts'
import { thingCells } from './thing-cells.ts'

const item = { productId: 'p', name: '=Tee', image: '', size: 'M', color: '', quantity: 2, price: 12.5 }

test('a list of carts has a row for each cart, and no formulas', () => {
  const things: Thing[] = [
    { kind: 'cart', _id: 'p_1', items: [item, { ...item, size: '', quantity: 1 }], total: 37.5, checkout: 'c1' },
    { kind: 'cart', _id: '=p_2', items: [], total: 0 },
  ]
  expect(csvOf(thingCells('cart', things)).split('\r\n')).toEqual([
    '\uFEFFOwner,Total,Pieces,Items,Checkout',
    'p_1,37.5,3,"2 × =Tee, M; 1 × =Tee",c1',
    "'=p_2,0,0,,",
    '',
  ])
})

test('a list of stock has its lines in one cell', () => {
  const lines = [
    { size: 'M', color: 'Blue', onHand: 5, reserved: 1 },
    { size: '', color: '', onHand: 2, reserved: 0 },
  ]
  expect(thingCells('stock', [{ kind: 'stock', _id: 'p', available: 6, lines }])).toEqual([
    ['Product', 'Available', 'On hand', 'Held', 'Lines'],
    ['p', 6, 7, 1, 'M, Blue: 5 on hand, 1 held; all sizes: 2 on hand, 0 held'],
  ])
})

test('a list of prices has the earlier prices with their moments', () => {
  const changes = [{ event: 1, at: '2026-11-01T00:00:00.000Z', price: 20 }]
  expect(thingCells('price', [{ kind: 'price', _id: 'p', name: 'Tee', price: 20, deleted: true, changes }])[1]).toEqual(
    ['p', 'Tee', 20, 'yes', '20 from 2026-11-01T00:00:00.000Z'],
  )
})

test('a list of products says that its ordered pieces include those of cancelled orders', () => {
  const words = { category: '', brand: '', material: '', gender: '', collection: '', image: '', sizes: [], colors: [] }
  const product = { kind: 'product', _id: 'p', name: 'Tee', price: 20, listedAt: '', sold: 3, deleted: false } as const
  const [names, cells] = thingCells('product', [{ ...product, ...words }])
  expect(cells![names!.indexOf('Ordered, including cancelled orders')]).toBe(3)
})
