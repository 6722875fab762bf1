import type { RunAnswer } from '@shop/language/analysis/runs'
import type { Cells, Cell as CsvCell } from '../../admin/parts/csv.ts'
import { type Cell, isMoney, wordsOf } from './cells.ts'
import { headingOf } from './column-words.ts'

/** The rows of an answer for a spreadsheet, with money in dollars, and evidence as event numbers. */
export const cellsOf = ({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>): Cells => [
  columns.map(headingOf),
  ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at] ?? null))),
]

function cellOf(column: RunAnswer['columns'][number], cell: Cell): CsvCell {
  if (cell === null) return ''
  if (isMoney(column)) return Number(cell) / 100
  if (typeof cell === 'number') return cell
  return column.kind === 'evidence' ? [cell].flat().join(' ') : wordsOf(column, cell)
}
