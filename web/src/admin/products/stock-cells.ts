import type { Product } from '@shop/language/product/api'

/** One line of the stock, as typed. Size and color are empty for the shared line. */
export type StockCell = { size: string; color: string; sku: string; countInStock: string }
export type Line = Pick<StockCell, 'size' | 'color'>
export type CellField = 'countInStock' | 'sku'

export const ANY: Line = { size: '', color: '' }

/** Empty for a product with a single count. */
export function cellsOf({ stock = [], countInStock }: Pick<Product, 'stock' | 'countInStock'>): readonly StockCell[] {
  if (stock.length === 0) return []
  const any = stock.reduce((rest, line) => rest - line.countInStock, countInStock)
  const cells = stock.map(({ size, color, sku = '', countInStock: pieces }) => ({
    size,
    color,
    sku,
    countInStock: `${pieces}`,
  }))
  return [{ ...ANY, sku: '', countInStock: `${any}` }, ...cells]
}

export const cellAt = (stock: readonly StockCell[], line: Line): StockCell =>
  stock.find((cell) => isSame(cell, line)) ?? { ...line, sku: '', countInStock: '' }

export const withCell = (stock: readonly StockCell[], { size, color }: Line, change: Partial<StockCell>) => [
  ...stock.filter((cell) => !isSame(cell, { size, color })),
  { ...cellAt(stock, { size, color }), ...change },
]

export const axisOf = (values: readonly string[]) => (values.length > 0 ? values : [''])

export function linesOf(sizes: readonly string[], colors: readonly string[]): readonly Line[] {
  if (sizes.length + colors.length === 0) return [ANY]
  return [ANY, ...axisOf(sizes).flatMap((size) => axisOf(colors).map((color) => ({ size, color })))]
}

/** A line with only a SKU is sent with 0 pieces. An empty line is not sent, so the shop does not change it. */
export function stockBody(stock: readonly StockCell[], sizes: readonly string[], colors: readonly string[]) {
  return linesOf(sizes, colors)
    .map((line) => cellAt(stock, line))
    .filter(({ countInStock, sku }) => countInStock !== '' || sku !== '')
    .map(({ size, color, sku, countInStock }) => ({ size, color, sku, countInStock: Number(countInStock) }))
}

export const piecesDivided = (stock: readonly StockCell[], sizes: readonly string[], colors: readonly string[]) =>
  linesOf(sizes, colors)
    .filter((line) => !isSame(line, ANY))
    .reduce((sum, line) => sum + Number(cellAt(stock, line).countInStock), 0)

export const withRest = (
  stock: readonly StockCell[],
  all: string,
  ...axes: readonly [sizes: readonly string[], colors: readonly string[]]
) => withCell(stock, ANY, { countInStock: `${Math.max(0, Number(all) - piecesDivided(stock, ...axes))}` })

/** A text such as "20 pieces of M (12 Red, 8 Blue)". */
export function piecesNamed(
  stock: readonly StockCell[],
  axes: readonly [sizes: readonly string[], colors: readonly string[]],
  axis: 'size' | 'color',
  value: string,
): string | undefined {
  const cells = linesOf(...axes)
    .filter((line) => line[axis] === value)
    .map((line) => cellAt(stock, line))
    .filter(({ countInStock }) => Number(countInStock) > 0)
  const count = cells.reduce((sum, { countInStock }) => sum + Number(countInStock), 0)
  if (count === 0) return undefined
  const others = cells.map((cell) => [cell.countInStock, cell[axis === 'size' ? 'color' : 'size']])
  const parts = others.filter(([, other]) => other).map((part) => part.join(' '))
  return `${count === 1 ? '1 piece' : `${count} pieces`} of ${value}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}

/** The stock after rows of a spreadsheet were pasted at the line `from`. Undefined for a single value, or if the grid lacks `from`. */
export function withPasted(
  stock: readonly StockCell[],
  [sizes, colors]: readonly [readonly string[], readonly string[]],
  from: Line,
  field: CellField,
  text: string,
): readonly StockCell[] | undefined {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t'))
  if (rows.length === 1 && rows[0]?.length === 1) return undefined
  const [top, left] = [axisOf(sizes).indexOf(from.size), axisOf(colors).indexOf(from.color)]
  if (top < 0 || left < 0) return undefined
  return rows.reduce<readonly StockCell[]>(
    (cells, row, down) =>
      row.reduce<readonly StockCell[]>((before, value, right) => {
        const [size, color] = [axisOf(sizes)[top + down], axisOf(colors)[left + right]]
        if (size === undefined || color === undefined) return before
        return withCell(before, { size, color }, { [field]: field === 'sku' ? value.trim() : digitsIn(value) })
      }, cells),
    stock,
  )
}

const digitsIn = (value: string) => value.replace(/[,\s]/g, '').replace(/\D.*$/, '')

export type Recount = Line & { change: number }

/**
 * The typed count, with the sales since the form showed `before`. Counts by others in between do not change it, because the typed count
 * replaces them (decisions S4).
 */
export const countedAgain = (typed: string, before: string, now: string, recounts: readonly Recount[]): string => {
  const recounted = recounts.reduce((sum, { change }) => sum + change, 0)
  return `${Math.max(0, Number(typed) + Number(now) - Number(before) - recounted)}`
}

/** Applies this admin's changes to the saved stock. */
export function rebasedStock(
  base: readonly StockCell[],
  mine: readonly StockCell[],
  theirs: readonly StockCell[],
  recounts: readonly Recount[],
) {
  return mine.reduce<readonly StockCell[]>((stock, cell) => {
    const [before, other] = [cellAt(base, cell), cellAt(theirs, cell)]
    if (before.countInStock === cell.countInStock && before.sku === cell.sku) return stock
    const own = recounts.filter((line) => isSame(line, cell))
    return withCell(stock, cell, {
      countInStock: isCounted(before, cell)
        ? countedAgain(cell.countInStock, before.countInStock, other.countInStock, own)
        : other.countInStock,
      sku: before.sku === cell.sku ? other.sku : cell.sku,
    })
  }, theirs)
}

/** An emptied cell is not sent, so it is no count. */
export const isCounted = (before: StockCell, { countInStock }: StockCell) =>
  countInStock !== '' && countInStock !== before.countInStock

export const lineInWords = ({ size, color }: Line) => [size, color].filter(Boolean).join(', ') || 'Not divided by size'

const isSame = (one: Line, other: Line) => one.size === other.size && one.color === other.color
