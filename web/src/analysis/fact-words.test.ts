import { expect, test } from 'vitest'
import { factText, isTechnical, pathWords } from './fact-words.ts'

test('money has its sign and cents, and other values stay as they are', () => {
  expect(factText('total', 138)).toBe('$138.00')
  expect(factText('items[p1 M Blue].price', 25.5)).toBe('$25.50')
  expect(factText('items[p1 M Blue].priceCents', 2550)).toBe('$25.50')
  expect(factText('items[p1 M Blue].quantity', 2)).toBe('2')
  expect(factText('status', 'Shipped')).toBe('Shipped')
  expect(factText('refundDue', false)).toBe('false')
  expect(factText('total', null)).toBeNull()
})

test('ids and addresses of pictures are technical', () => {
  for (const field of ['checkout', 'refunds[r1].providerRefundId', 'items[p1 M Blue].image', 'image'])
    expect(isTechnical(field)).toBe(true)
  for (const field of ['status', 'items[p1 M Blue].price', 'paid', 'sold']) expect(isTechnical(field)).toBe(false)
})

test('paths have the names of products whose names are known', () => {
  const id = '4c1cc5c5-4119-5845-9e22-904995d108ed'
  const other = '65fd6607-40d8-5eb5-a687-ebd5212a203c'
  const words = pathWords([{ field: `items[${id} S Black].name`, before: null, after: 'Leather Skirt' }])
  expect(words(`items[${id} S Black].quantity`)).toBe('items[Leather Skirt S Black].quantity')
  expect(words(`items[${other} S Black].quantity`)).toBe(`items[${other} S Black].quantity`)
  expect(words('status')).toBe('status')
})
