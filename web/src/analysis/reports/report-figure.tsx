import type { RunAnswer } from '@shop/language/analysis/runs'
import { amountOf } from '../questions/cells.ts'

/** The sum of a column of cents over all rows. */
export function ReportFigure({ answer, summed }: { answer: RunAnswer; summed: string }) {
  const at = answer.columns.findIndex(({ name }) => name === summed)
  const column = answer.columns[at]
  if (!column || answer.truncated) return null
  const sum = answer.rows.reduce((total, row) => total + Number(row[at] ?? 0), 0)
  return (
    <p className="mb-6 border-t border-raw pt-4">
      <span className="type-small block text-rinse">In all</span>
      <b className="type-h1 num">{amountOf(column, sum)}</b>
    </p>
  )
}
