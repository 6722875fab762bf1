import type { RunAnswer } from '@shop/language/analysis/runs'
import { type Cell, isMoney, wordsOf } from './cells.ts'
import { headingOf } from './column-words.ts'

type Rows = Pick<RunAnswer, 'columns' | 'rows'>

/** The rows as a CSV file for spreadsheets (RFC 4180), with money in dollars and evidence as event numbers. */
export const csvOf = (answer: Rows) => `${tableOf(answer, ',', quoted).join('\r\n')}\r\n`

/** The rows as text to paste into a spreadsheet. */
export const pastedOf = (answer: Rows) => tableOf(answer, '\t', (text) => text.replaceAll(/[\t\r\n]+/g, ' ')).join('\n')

function tableOf({ columns, rows }: Rows, between: string, written: (text: string) => string): readonly string[] {
  const head = columns.map((column) => written(headingOf(column))).join(between)
  const lines = rows.map((row) => columns.map((column, at) => written(textOf(column, row[at] ?? null))).join(between))
  return [head, ...lines]
}

function textOf(column: Rows['columns'][number], cell: Cell): string {
  if (cell === null) return ''
  if (isMoney(column)) return (Number(cell) / 100).toFixed(2)
  if (column.kind === 'evidence') return [cell].flat().join(' ')
  const text = wordsOf(column, cell)
  // A spreadsheet would run a text that begins with one of these characters as a formula. An apostrophe before the text prevents this.
  return column.kind === 'text' && /^[=+\-@]/.test(text) ? `'${text}` : text
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
