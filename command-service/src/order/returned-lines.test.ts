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
const of = (quantity: number, line = medium, returned = 0) => [{ ...line, quantity, returned }]

test('pieces return to the lines they were taken from: first to their own', () => {
  expect(returnedLines(taken, 'shirt', of(3))).toEqual([{ ...medium, quantity: 2 }, ...sharedPieces(1)])
  expect(returnedLines(taken, 'shirt', of(1))).toEqual([{ ...medium, quantity: 1 }])
})

test('what has returned before is not returned to its line again', () => {
  expect(returnedLines(taken, 'shirt', of(2, medium, 1))).toEqual([{ ...medium, quantity: 1 }, ...sharedPieces(1)])
  expect(returnedLines(taken, 'shirt', of(1, medium, 2))).toEqual(sharedPieces(1))
})

test('all pieces of an order return to all lines they were taken from', () => {
  expect(returnedLines(taken, 'shirt', [...of(3), ...of(2, small)])).toEqual([
    { ...medium, quantity: 2 },
    { ...small, quantity: 1 },
    ...sharedPieces(2),
  ])
})

test('without a record they came from the shared line', () => {
  expect(returnedLines([], 'shirt', of(3))).toEqual(sharedPieces(3))
})
