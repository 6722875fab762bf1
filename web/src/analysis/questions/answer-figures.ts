import { isMoney } from '@shop/language/analysis/money-column'
import type { RunAnswer, RunColumn } from '@shop/language/analysis/runs'
import { numeral } from '../../lib/numeral.ts'
import type { FewCases } from '../reports/few-cases.ts'
import { points, withSign } from '../with-sign.ts'
import { amountOf, isFigure, isPercent, partialRows, plotted } from './cells.ts'
import { headingOf } from './column-words.ts'

/** A number in large type above the rows of an answer, with a note about it. `few`: how many cases it is from, if they are few. */
export type AnswerFigure = Readonly<{ name: string; value: string; note: string; few?: number | undefined }>
/** `summed`: a column whose sum is a figure. `newest`: columns whose newest values are figures, by default the first columns of figures. */
export type WantedFigures = Readonly<{ summed?: string | undefined; newest?: readonly string[] | undefined }>

const MOST = 4

/** Before the first event, there are no figures. Without a sum, an answer of one row gives the figures of its row. */
export function answerFigures(
  answer: RunAnswer,
  { summed, newest }: WantedFigures = {},
  few: FewCases = () => undefined,
  opened?: string,
): readonly AnswerFigure[] {
  if (answer.truncated || answer.asOf.event === 0) return []
  const sum = answer.columns.find(({ name }) => name === summed)
  const figures = sum ? [sumOf(answer, sum)] : []
  if (answer.rows.length === 1 && !sum) return onlyRow(answer, few)
  const numeric = answer.columns.filter(isFigure)
  const columns = newest
    ? newest.flatMap((wanted) => numeric.find(({ name }) => name === wanted) ?? [])
    : numeric.filter(({ name }) => name !== 'daysObserved')
  return [...figures, ...newestOf(answer, columns, few, opened).slice(0, MOST - figures.length)]
}

const valueIn = ({ columns, rows }: RunAnswer, column: RunColumn, row: number) => {
  const cell = rows[row]?.[columns.indexOf(column)] ?? null
  return cell === null ? null : Number(cell)
}

function sumOf(answer: RunAnswer, column: RunColumn): AnswerFigure {
  const sum = answer.rows.reduce((total, _, row) => total + (valueIn(answer, column, row) ?? 0), 0)
  const note = answer.rows.length === 1 ? 'the only row' : `the sum of ${numeral(answer.rows.length)} rows`
  return { name: `${headingOf(column)}, total`, value: amountOf(column, sum), note }
}

function onlyRow(answer: RunAnswer, few: FewCases): readonly AnswerFigure[] {
  return answer.columns
    .filter(isFigure)
    .flatMap((column) => {
      const value = valueIn(answer, column, 0)
      return value === null
        ? []
        : [{ name: headingOf(column), value: amountOf(column, value), note: '', few: few(0, column.name) }]
    })
    .slice(0, MOST)
}

/** The values of the newest whole period, compared with the whole period before. */
function newestOf(
  answer: RunAnswer,
  columns: readonly RunColumn[],
  few: FewCases,
  opened?: string,
): readonly AnswerFigure[] {
  const plot = plotted(answer)
  if (plot?.kind !== 'over time' || new Set(plot.labels).size < plot.labels.length) return []
  const partial = partialRows(answer, opened)
  const rows = plot.labels
    .map((label, row) => ({ label, row }))
    .filter(({ row }) => !partial.has(row))
    .sort((one, other) => (one.label < other.label ? 1 : -1))
  const [last, before] = rows
  if (!last || !before) return []
  return columns.flatMap((column) => {
    const value = valueIn(answer, column, last.row)
    if (value === null) return []
    const former = valueIn(answer, column, before.row)
    const change = former === null ? '' : `, ${changeOf(column, value - former)} from ${before.label}`
    const note = `${last.label}${change}`
    return [{ name: headingOf(column), value: amountOf(column, value), note, few: few(last.row, column.name) }]
  })
}

function changeOf(column: RunColumn, change: number) {
  // A difference of decimal numbers can have many meaningless digits.
  const rounded = isMoney(column) ? change : Math.round(change * 100) / 100
  const text = isPercent(column) ? points : (size: number) => amountOf(column, size)
  return rounded === 0 ? 'unchanged' : withSign(text, rounded)
}
