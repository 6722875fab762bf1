import { sharedPieces } from '@shop/language/test-support/shared-line'
import { expect, test } from 'vitest'
import { returnedLines } from './returned-lines.ts'

const medium = { size: 'M', color: 'Red' }
const small = { size: 'S', color: 'Red' }
const taken = [
  { productId: 'shirt', ...medium, quantity: 2 },
  { productId: 'shirt', ...small, quantity: 1 },
  { productId: 'shirt', size: '', color: '', quantity: 2 },
  { productId: 'coat', ...medium, quantity: 5 },
]
const of = (quantity: number, line = medium) => [{ ...line, quantity }]

test('pieces return to the lines from which they were taken, first to the line of their size and color', () => {
  expect(returnedLines(taken, 'shirt', of(3))).toEqual([{ ...medium, quantity: 2 }, ...sharedPieces(1)])
  expect(returnedLines(taken, 'shirt', of(1))).toEqual([{ ...medium, quantity: 1 }])
})

test('pieces that were taken at several times return to their own line before the shared line', () => {
  const again = [...taken, { productId: 'shirt', ...medium, quantity: 1 }]
  expect(returnedLines(again, 'shirt', of(4))).toEqual([{ ...medium, quantity: 3 }, ...sharedPieces(1)])
})

test('all pieces of an order return to all lines from which they were taken', () => {
  expect(returnedLines(taken, 'shirt', [...of(3), ...of(2, small)])).toEqual([
    { ...medium, quantity: 2 },
    { ...small, quantity: 1 },
    ...sharedPieces(2),
  ])
})

test('without a record, pieces return to the shared line', () => {
  expect(returnedLines([], 'shirt', of(3))).toEqual(sharedPieces(3))
})
