/* This file imports nothing, because the process that answers a question must load little. */

const seen = {
  what: 'VARCHAR',
  thing: 'VARCHAR',
  size: 'VARCHAR',
  color: 'VARCHAR',
  device: 'VARCHAR',
  entry: 'VARCHAR',
} as const

/** TABLE: the columns of the trail's tables, with their types in DuckDB. */
export const trailColumns = {
  trail: { seenAt: 'TIMESTAMP', visit: 'VARCHAR', ...seen, results: 'BIGINT' },
  trailCounts: { day: 'DATE', ...seen, found: 'BOOLEAN', count: 'BIGINT' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** TABLE: all values of the trail's columns with few values. */
export const trailWords: Readonly<Record<string, readonly string[]>> = {
  what: ['product seen', 'list shown', 'search', 'checkout step', 'refused add'],
  device: ['phone', 'tablet', 'desk'],
  entry: ['direct', 'search', 'social', 'other'],
}
