import type { ThingAtTwoMoments } from '@shop/language/analysis/things'
import { expect, test } from 'vitest'
import { changeSums } from './change-sums.ts'

const change = (field: string, before: number | null, after: number | null) => ({ field, before, after })
const event = (type: string, ...changes: ReturnType<typeof change>[]) => ({ type, changes })
const between = (fields: object[], events: object[], more = false) =>
  ({ fields, events, more }) as unknown as ThingAtTwoMoments

test('the changes of stock by type lead from the first moment to the second', () => {
  const onHand = (before: number | null, after: number | null) => change('lines[M Blue].onHand', before, after)
  const found = between(
    [onHand(5, 13), change('lines[L Blue].onHand', null, 2), change('name', null, null)],
    [
      event('StockReceived', onHand(5, 10)),
      event('StockTaken', onHand(10, 9)),
      event('StockReceived', onHand(9, 13), change('lines[L Blue].onHand', null, 2)),
    ],
  )
  const { then, rows, now } = changeSums('stock', found)
  expect([then, now]).toEqual([
    [5, 0, 0],
    [15, 0, 0],
  ])
  expect(rows).toEqual([
    { name: 'Received', events: 2, adds: [11, 0, 0] },
    { name: 'Taken for orders', events: 1, adds: [-1, 0, 0] },
  ])
})

test('events that are left out have the rest of the change', () => {
  const found = between([change('total', 0, 30.3)], [event('ItemAddedToCart', change('total', 0, 10.1))], true)
  expect(changeSums('cart', found).rows).toEqual([
    { name: 'Item added to cart', events: 1, adds: [0, 10.1] },
    { name: 'Later events', events: undefined, adds: [0, 20.2] },
  ])
})
