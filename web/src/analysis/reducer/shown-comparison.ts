import type { RunAnswer } from '@shop/language/analysis/runs'
import { type Cell, wordsOf } from '../questions/cells.ts'
import type { AskedRule } from '../questions/start-run.ts'
import { RULE_LABEL, SECOND_LABEL } from './compared-with.ts'
import { starterRules } from './starter-rules.ts'

/**
 * The answer as the page shows it. In a comparison, the two columns of values are named after the two rules. A field whose name ends in
 * "Cents" has an amount, which is shown as money. An answer without a comparison does not change.
 */
export function shownComparison(answer: RunAnswer, { reducer, against }: AskedRule): RunAnswer {
  if (!answer.compared || !against) return answer
  const names = new Map([
    ['first', nameOf(reducer, RULE_LABEL)],
    ['second', 'projection' in against ? `The shop’s ${against.projection}` : nameOf(against.reducer, SECOND_LABEL)],
  ])
  const fieldAt = answer.columns.findIndex(({ name }) => name === 'field')
  const cellIn = (row: RunAnswer['rows'][number], at: number): Cell => {
    const [field, cell = null] = [row[fieldAt], row[at]]
    const isValue = names.has(answer.columns[at]!.name) && typeof field === 'string'
    return isValue && Number.isInteger(cell) ? wordsOf({ name: field, kind: 'integer' }, cell) : cell
  }
  return {
    ...answer,
    columns: answer.columns.map((column) => ({ ...column, name: names.get(column.name) ?? column.name })),
    rows: answer.rows.map((row) => row.map((_, at) => cellIn(row, at))),
  }
}

const nameOf = (reducer: string, otherwise: string) =>
  starterRules.find((rule) => rule.reducer === reducer)?.title ?? otherwise
