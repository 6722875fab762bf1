import { trailColumns, trailWords } from '@shop/language/analysis/trail-tables'

/** The tables of the trail, in the form of `AnalysisStatus.tables`. */
export const trailTables = Object.entries(trailColumns).map(([name, columns]) => ({
  name,
  columns: Object.entries(columns).map(([column, type]) => ({
    name: column,
    type,
    treatment: 'kept' as const,
    ...(trailWords[column] && { texts: [{ field: '', values: trailWords[column] }] }),
  })),
}))
