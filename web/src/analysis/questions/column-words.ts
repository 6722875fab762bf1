import type { AnalysisStatus } from '@shop/language/analysis/api'
import { isMoney } from '@shop/language/analysis/money-column'
import type { RunColumn } from '@shop/language/analysis/runs'
import { capitalized } from '../../lib/capitalized.ts'

type TableColumn = AnalysisStatus['tables'][number]['columns'][number]

export function columnWords({ type, treatment }: TableColumn): string {
  if (treatment === 'pseudonym') return 'pseudonym'
  if (!type.startsWith('STRUCT')) return type.toLowerCase()
  const fields = [...type.matchAll(/[(,] ?"(\w+)"/g)].map(([, name]) => name)
  return `record${type.endsWith('[]') ? '[]' : ''} (${fields.join(', ')})`
}

export type ColumnHeading = (column: Pick<RunColumn, 'name' | 'kind'>) => string

export const sqlHeadingOf: ColumnHeading = (column) => (isMoney(column) ? `${column.name} in $` : column.name)

/**
 * A column's name as a heading: `netRevenueCents` becomes "Net revenue". A name with a space is already in words. The prefix of a compared
 * column, such as `$days 28: `, stays.
 */
export function headingOf(column: Pick<RunColumn, 'name' | 'kind'>): string {
  const [, set = '', own = ''] = /^(.*: )?(.*)$/s.exec(column.name) ?? []
  const name = isMoney(column) ? own.replace(/_?cents$/i, '') || 'amount' : own
  return set + capitalized(/\s/.test(name) ? name : wordsIn(name))
}

export const wordsIn = (name: string) => name.replace(/([a-z])([A-Z0-9])|(\d)([A-Z])/g, '$1$3 $2$4').toLowerCase()
