import { invalidField } from '@shop/language/errors'
import type { StockRow } from '@shop/language/stock/api'
import { SHARED, type SizeAndColor } from '@shop/language/stock/events'
import { isCountedByLine, leftIn, ownLines } from '@shop/language/stock/lines'
import { isSameLine, isShared, isSold, type Offered, type PiecesLeft } from '@shop/language/stock/pieces-left'
import { sumOf } from '@shop/language/values/sum-of'
import type { StockCommand } from '../stock/stock-decider.ts'
import type { Stock } from '../stock/stock-state.ts'

/** A product's stock as an admin's edit form showed it. `lines` are in the order of the answer's `stock` (decisions S4). */
export type SeenStock = Readonly<{ counts: number; available: number; lines: readonly number[] }>

type Given = Readonly<{
  countInStock?: number | undefined
  stock?: readonly StockRow[] | undefined
}>

type Product = Readonly<{ productId: string; before: Offered; after: Offered }>

/**
 * With `seen`, the command has differences from the seen stock. Without `seen`, the command has absolute counts. A row that changes nothing
 * is ignored. Throws VALIDATION_FAILED for a size or color that the product does not have, and for rows that contradict a changed
 * `countInStock` (decisions S1b: stock by size and color).
 */
export function countingOf(
  { productId, before, after }: Product,
  { countInStock, stock: rows = [] }: Given,
  stock: Stock,
  seen: SeenStock | undefined,
): StockCommand {
  const today = seen ? seenLines(stock, before, seen) : leftIn(stock.lines)
  const total = piecesIn(today, before)
  const changed = rows.filter((row) => countOf(today, row) !== row.countInStock)
  for (const row of changed)
    if (!isSold(row, after))
      throw invalid(`stock.${rows.indexOf(row)}`, 'This product does not have this size and color')

  if (changed.length === 0) {
    const isEqual = countInStock === total && isCountedByLine(stock.lines)
    if (countInStock === undefined || isEqual) return { type: 'CountLines', productId, lines: [] }
    if (!seen) return { type: 'Count', productId, available: countInStock, offered: after }
    const difference = countInStock - piecesIn(today, after)
    return { type: 'Adjust', productId, difference, seenCounts: seen.counts, offered: after }
  }

  const counts = merged(today, changed)
  const shared = countOf(counts, SHARED) ?? 0
  const own = piecesIn(counts, after) - shared
  // If the lines with a size and color add up to `countInStock`, every piece has a size and color, and none is shared.
  const sortsAll = countInStock === own && !rows.some(isShared) && shared > 0
  const counted = sortsAll ? [...changed, { ...SHARED, countInStock: 0 }] : changed
  const contradicts = countInStock !== undefined && countInStock !== total && countInStock !== own + shared
  if (contradicts && !sortsAll)
    throw invalid('stock', `The lines add up to ${own + shared} pieces, but countInStock is ${countInStock}`)

  if (!seen) {
    const lines = counted.map(({ size, color, countInStock: available }) => ({ size, color, available }))
    return { type: 'CountLines', productId, lines }
  }
  const lines = counted.map(({ size, color, countInStock: wanted }) => {
    return { size, color, difference: wanted - (countOf(today, { size, color }) ?? 0) }
  })
  return { type: 'AdjustLines', productId, lines, seenCounts: seen.counts }
}

/**
 * The stock lines with the numbers that the form showed. A line that came later is left out. A line of a removed size or color was not
 * shown, and has today's number. If the stock was counted since then, the decider refuses the command.
 */
function seenLines(stock: Stock, offered: Offered, seen: SeenStock): PiecesLeft {
  const shown = ownLines(stock.lines, offered).slice(0, seen.lines.length)
  const lines = shown.map((line, index) => ({ ...line, left: seen.lines[index] ?? 0 }))
  const removed = leftIn(stock.lines).filter((line) => !isSold(line, offered))
  return [{ ...SHARED, left: seen.available - sumOf(lines.map(({ left }) => left)) }, ...lines, ...removed]
}

const piecesIn = (lines: PiecesLeft, offered: Offered) =>
  sumOf(lines.filter((line) => isSold(line, offered)).map(({ left }) => left))

const countOf = (lines: PiecesLeft, line: SizeAndColor) => lines.find((other) => isSameLine(other, line))?.left

const merged = (today: PiecesLeft, rows: readonly StockRow[]): PiecesLeft => [
  ...today.filter((line) => !rows.some((row) => isSameLine(row, line))),
  ...rows.map(({ size, color, countInStock }) => ({ size, color, left: countInStock })),
]

const invalid = (path: string, message: string) => invalidField(path, message, `${path}: ${message}`)
