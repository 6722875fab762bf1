import type { RunAnswer } from '@shop/language/analysis/runs'
import { wordsOf } from './cells.ts'

/** The numbers of the rows with a cell that shows the text. A cell of evidence shows only how many events it has, so it is not searched. "1899" finds 1,899. */
export function rowsWith({ columns, rows }: Pick<RunAnswer, 'columns' | 'rows'>, text: string): readonly number[] {
  const wanted = text.toLowerCase()
  const shows = (row: RunAnswer['rows'][number]) =>
    columns.some((column, at) => {
      const cell = row[at] ?? null
      if (column.kind === 'evidence' || cell === null) return false
      const words = wordsOf(column, cell).toLowerCase()
      return words.includes(wanted) || words.replaceAll(',', '').includes(wanted)
    })
  return rows.flatMap((row, number) => (wanted === '' || shows(row) ? [number] : []))
}
