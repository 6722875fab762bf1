import type { AnalysisStatus } from '@shop/language/api/analysis'

type Column = AnalysisStatus['tables'][number]['columns'][number]

/** What a column has, in a word: a record's type has many. */
export function columnWords({ type, treatment }: Column): string {
  if (treatment === 'pseudonym') return 'pseudonym'
  const list = type.endsWith('[]') ? '[]' : ''
  return type.startsWith('STRUCT') ? `record${list}` : type.toLowerCase()
}
