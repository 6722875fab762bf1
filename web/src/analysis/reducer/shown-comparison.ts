import { isCents } from '@shop/language/analysis/money-column'
import type { RunAnswer } from '@shop/language/analysis/runs'
import { type Cell, wordsOf } from '../questions/cells.ts'
import { headingOf } from '../questions/column-words.ts'
import type { AskedRule } from '../questions/start-run.ts'
import { projectionHeading, RULE_LABEL, SECOND_LABEL } from './compared-with.ts'
import { starterRules } from './starter-rules.ts'

/** Fields have names in words. Fields whose names end in "Cents" are shown as money. */
export function shownComparison(answer: RunAnswer, { reducer, against }: AskedRule): RunAnswer {
  if (!answer.compared || !against) return answer
  const names = new Map([
    ['first', nameOf(reducer, RULE_LABEL)],
    ['second', 'projection' in against ? projectionHeading(against.projection) : nameOf(against.reducer, SECOND_LABEL)],
  ])
  const fieldAt = answer.columns.findIndex(({ name }) => name === 'field')
  const cellIn = (row: RunAnswer['rows'][number], at: number): Cell => {
    const [field, cell = null] = [row[fieldAt], row[at]]
    if (at === fieldAt && typeof field === 'string')
      return headingOf({ name: field, kind: hasCents(row, field) ? 'integer' : 'text' })
    const isValue = names.has(answer.columns[at]!.name) && typeof field === 'string'
    return isValue && Number.isInteger(cell) ? wordsOf({ name: field, kind: 'integer' }, cell) : cell
  }
  const hasCents = (row: RunAnswer['rows'][number], field: string) =>
    isCents(field) && row.some((cell, at) => names.has(answer.columns[at]!.name) && Number.isInteger(cell))
  return {
    ...answer,
    columns: answer.columns.map((column) => ({ ...column, name: names.get(column.name) ?? column.name })),
    rows: answer.rows.map((row) => row.map((_, at) => cellIn(row, at))),
  }
}

const nameOf = (reducer: string, otherwise: string) =>
  starterRules.find((rule) => rule.reducer === reducer)?.title ?? otherwise
