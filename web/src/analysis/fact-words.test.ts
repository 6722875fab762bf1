import { expect, test } from 'vitest'
import { factText, isTechnical, pathWords } from './fact-words.ts'

test('money, moments and reasons are said as on the other pages, and other values stay as they are', () => {
  expect(factText('total', 138)).toBe('$138.00')
  expect(factText('items[p1 M Blue].price', 25.5)).toBe('$25.50')
  expect(factText('items[p1 M Blue].priceCents', 2550)).toBe('$25.50')
  expect(factText('items[p1 M Blue].quantity', 2)).toBe('2')
  expect(factText('status', 'Shipped')).toBe('Shipped')
  expect(factText('refundDue', false)).toBe('no')
  expect(factText('placedAt', '2026-11-18T13:13:25.137Z')).toBe('Nov 18, 2026, 13:13:25 UTC')
  expect(factText('returns[r1].chosenReason', 'too-large')).toBe('Too large')
  expect(factText('cancelReason', 'none of the list')).toBe('none of the list')
  expect(factText('total', null)).toBeNull()
})

test('ids and addresses of pictures are technical', () => {
  for (const field of ['checkout', 'refunds[r1].providerRefundId', 'items[p1 M Blue].image', 'image'])
    expect(isTechnical(field)).toBe(true)
  for (const field of ['status', 'items[p1 M Blue].price', 'paid', 'sold']) expect(isTechnical(field)).toBe(false)
})

const id = '4c1cc5c5-4119-5845-9e22-904995d108ed'
const other = '65fd6607-40d8-5eb5-a687-ebd5212a203c'

test.each([
  ['status', 'Status'],
  ['returnDue', 'Return due'],
  ['sold', 'Ordered, including cancelled orders'],
  ['details.priceCents', 'Details, price'],
  ['lines[M Blue].onHand', 'M Blue: on hand'],
  ['lines[1].reserved', 'All sizes: held'],
  ['changes[2].price', 'Price 2: price'],
  ['refunds[p_rISvsj_xLl7dPv-A].amount', 'Refund #p_rISvsj: amount'],
  [`returns[${other}].received[Coat S Green].quantity`, 'Return #65fd6607, received Coat S Green: quantity'],
  [`returns[${other}].lines[Coat S Green].quantity`, 'Return #65fd6607, Coat S Green: quantity'],
  [`items[${id} S Black].quantity`, 'Leather Skirt S Black: quantity'],
  [`items[${other} S Black].quantity`, '#65fd6607 S Black: quantity'],
])('the path %s is said as %s', (field, words) => {
  expect(pathWords([{ field: `items[${id} S Black].name`, before: null, after: 'Leather Skirt' }])(field)).toBe(words)
})
