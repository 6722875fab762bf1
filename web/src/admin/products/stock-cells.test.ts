import { expect, test } from 'vitest'
import { cellAt, cellsOf, rebasedStock, type StockCell, stockBody, withCell, withPasted } from './stock-cells.ts'

const cell = (size: string, color: string, countInStock: string, sku = ''): StockCell => ({
  size,
  color,
  sku,
  countInStock,
})
const grid = [
  ['S', 'M'],
  ['Red', 'Blue'],
] as const
const product = { countInStock: 9, stock: [{ size: 'S', color: 'Red', sku: 'S-R', countInStock: 2 }] }

test('a product that is counted by size and color begins with its lines, and the pieces of any', () => {
  expect(cellsOf(product)).toEqual([cell('', '', '7'), cell('S', 'Red', '2', 'S-R')])
  expect(cellsOf({ countInStock: 9, stock: [] })).toEqual([])
})

test('what was typed for the sizes and colors is sent, and nothing else', () => {
  const typed = [cell('', '', '1'), cell('S', 'Red', '2', 'S-R'), cell('M', 'Blue', '0'), cell('XL', 'Red', '5')]
  expect(stockBody(typed, ...grid)).toEqual([
    { size: '', color: '', sku: '', countInStock: 1 },
    { size: 'S', color: 'Red', sku: 'S-R', countInStock: 2 },
    { size: 'M', color: 'Blue', sku: '', countInStock: 0 },
  ])
  expect(stockBody([cell('S', '', '3')], ['S'], [])).toEqual([{ size: 'S', color: '', sku: '', countInStock: 3 }])
})

test('rows and columns of a spreadsheet are put in from one cell on, and what goes over the edge is left out', () => {
  const pasted = withPasted([], grid, { size: 'S', color: 'Blue' }, 'countInStock', '1,200\t9\r\n4 pcs\t9\r\n7\t9\r\n')
  expect(pasted).toEqual([cell('S', 'Blue', '1200'), cell('M', 'Blue', '4')])
  expect(withPasted([], grid, { size: 'S', color: 'Red' }, 'sku', 'A\tB')).toEqual([
    cell('S', 'Red', '', 'A'),
    cell('S', 'Blue', '', 'B'),
  ])
})

test('a single value is pasted as text is', () => {
  expect(withPasted([], grid, { size: 'S', color: 'Red' }, 'countInStock', '12')).toBeUndefined()
})

test('a changed count is applied to another version as its difference, line by line', () => {
  const base = [cell('S', 'Red', '2'), cell('M', 'Red', '5', 'OLD')]
  const mine = withCell(base, { size: 'S', color: 'Red' }, { countInStock: '4' })
  const theirs = [cell('S', 'Red', '1'), cell('M', 'Red', '9', 'NEW')]
  const both = rebasedStock(base, mine, theirs)
  expect(cellAt(both, { size: 'S', color: 'Red' }).countInStock).toBe('3')
  expect(cellAt(both, { size: 'M', color: 'Red' })).toMatchObject({ countInStock: '9', sku: 'NEW' })
})
