import { expect, test } from 'vitest'
import { changesBetween, factsOf, factsOfThing } from './facts.ts'

test('every value has a path, and elements of a list are named by their identifying fields', () => {
  const order = {
    status: 'Paid',
    deliveredAt: null,
    items: [
      { productId: 'p1', size: 'M', color: 'Blue', quantity: 1 },
      { productId: 'p1', size: 'L', color: '', quantity: 2 },
    ],
    refunds: [{ _id: 'r1', amount: 5, lines: [{ line: 0, quantity: 1 }] }],
    sizes: ['M', 'L'],
    none: [],
  }
  expect([...factsOf(order)]).toEqual([
    ['status', 'Paid'],
    ['deliveredAt', null],
    ['items[p1 M Blue].quantity', 1],
    ['items[p1 L].quantity', 2],
    ['refunds[r1].amount', 5],
    ['refunds[r1].lines[1].line', 0],
    ['refunds[r1].lines[1].quantity', 1],
    ['sizes', 'M, L'],
  ])
})

test('the pieces of refunds and returns of an order are named by their items', () => {
  const items = [
    { name: 'Coat', productId: 'p1', size: 'S', color: 'Green' },
    { name: 'Tote', productId: 'p2', size: '', color: '' },
  ]
  const pieces = { line: 1, quantity: 1 }
  const returned = { _id: 'r2', lines: [pieces], received: [{ ...pieces, restocked: 1 }] }
  const order = {
    kind: 'order',
    items,
    refunds: [{ _id: 'r1', lines: [{ line: 0, quantity: 2 }] }],
    returns: [returned],
  }
  expect([...factsOfThing(order)].filter(([field]) => !field.startsWith('items'))).toEqual([
    ['refunds[r1].lines[Coat S Green].quantity', 2],
    ['returns[r2].lines[Tote].quantity', 1],
    ['returns[r2].received[Tote].quantity', 1],
    ['returns[r2].received[Tote].restocked', 1],
  ])
})

test('pieces without size and color are named by their place in the list', () => {
  expect([...factsOf({ lines: [{ size: '', color: '', onHand: 1 }] })]).toEqual([['lines[1].onHand', 1]])
})

test('two elements with the same name get different paths', () => {
  const line = { size: 'M', color: 'Blue', onHand: 1 }
  expect([...factsOf({ lines: [line, { ...line, onHand: 2 }] })]).toEqual([
    ['lines[M Blue].onHand', 1],
    ['lines[M Blue, 2].onHand', 2],
  ])
})

test('changed, added and removed fields are listed; a new field with null is not listed', () => {
  const before = factsOf({ status: 'Paid', total: 5, note: 'x' })
  const after = factsOf({ status: 'Shipped', total: 5, at: 'now', by: null })
  expect(changesBetween(before, after)).toEqual([
    { field: 'status', before: 'Paid', after: 'Shipped' },
    { field: 'at', before: null, after: 'now' },
    { field: 'note', before: 'x', after: null },
  ])
})
