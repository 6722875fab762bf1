import { expect, test } from 'vitest'
import {
  ANY,
  cellAt,
  cellsOf,
  piecesNamed,
  rebasedStock,
  type StockCell,
  stockBody,
  withCell,
  withPasted,
  withRest,
} from './stock-cells.ts'

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

test('the form of a product that is counted by size and color begins with the shared line and the saved lines', () => {
  expect(cellsOf(product)).toEqual([cell('', '', '7'), cell('S', 'Red', '2', 'S-R')])
  expect(cellsOf({ countInStock: 9, stock: [] })).toEqual([])
})

test('only the values typed for current sizes and colors are sent', () => {
  const typed = [cell('', '', '1'), cell('S', 'Red', '2', 'S-R'), cell('M', 'Blue', '0'), cell('XL', 'Red', '5')]
  expect(stockBody(typed, ...grid)).toEqual([
    { size: '', color: '', sku: '', countInStock: 1 },
    { size: 'S', color: 'Red', sku: 'S-R', countInStock: 2 },
    { size: 'M', color: 'Blue', sku: '', countInStock: 0 },
  ])
  expect(stockBody([cell('S', '', '3')], ['S'], [])).toEqual([{ size: 'S', color: '', sku: '', countInStock: 3 }])
})

test('pasted rows and columns fill the cells from the chosen cell on, and values beyond the edge are dropped', () => {
  const pasted = withPasted([], grid, { size: 'S', color: 'Blue' }, 'countInStock', '1,200\t9\r\n4 pcs\t9\r\n7\t9\r\n')
  expect(pasted).toEqual([cell('S', 'Blue', '1200'), cell('M', 'Blue', '4')])
  expect(withPasted([], grid, { size: 'S', color: 'Red' }, 'sku', 'A\tB')).toEqual([
    cell('S', 'Red', '', 'A'),
    cell('S', 'Blue', '', 'B'),
  ])
})

test('a single value is pasted as text', () => {
  expect(withPasted([], grid, { size: 'S', color: 'Red' }, 'countInStock', '12')).toBeUndefined()
})

test('a changed count is applied to another version as a difference, line by line', () => {
  const base = [cell('S', 'Red', '2'), cell('M', 'Red', '5', 'OLD')]
  const mine = withCell(base, { size: 'S', color: 'Red' }, { countInStock: '4' })
  const theirs = [cell('S', 'Red', '1'), cell('M', 'Red', '9', 'NEW')]
  const both = rebasedStock(base, mine, theirs, [])
  expect(cellAt(both, { size: 'S', color: 'Red' }).countInStock).toBe('3')
  expect(cellAt(both, { size: 'M', color: 'Red' })).toMatchObject({ countInStock: '9', sku: 'NEW' })
})

test('dividing starts with the existing pieces and adds none', () => {
  const restOf = (stock: readonly StockCell[]) => cellAt(withRest(stock, '45', ...grid), ANY).countInStock
  expect(restOf([])).toBe('45')
  expect(restOf([cell('', '', '45'), cell('S', 'Red', '20')])).toBe('25')
  expect(restOf([cell('S', 'Red', '20'), cell('M', 'Blue', '25')])).toBe('0')
  // The admin has typed more pieces than the earlier count, because pieces have come in or the earlier count was wrong.
  expect(restOf([cell('S', 'Red', '50')])).toBe('0')
  // Pieces of a removed size become undivided.
  expect(restOf([cell('XL', 'Red', '40')])).toBe('45')
})

test('the pieces of a size or color are described if there are any', () => {
  const stock = [cell('S', 'Red', '12'), cell('S', 'Blue', '8'), cell('M', 'Red', '1'), cell('M', 'Blue', '0')]
  expect(piecesNamed(stock, grid, 'size', 'S')).toBe('20 pieces of S (12 Red, 8 Blue)')
  expect(piecesNamed(stock, grid, 'size', 'M')).toBe('1 piece of M (1 Red)')
  expect(piecesNamed(stock, grid, 'color', 'Blue')).toBe('8 pieces of Blue (8 S)')
  expect(piecesNamed(stock, grid, 'size', 'L')).toBeUndefined()
  expect(piecesNamed(stock, [['M'], []], 'color', 'Red')).toBeUndefined()
  expect(piecesNamed([cell('S', '', '3')], [['S'], []], 'size', 'S')).toBe('3 pieces of S')
})
