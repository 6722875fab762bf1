import { eventsTable, tableOf } from './all-tables.ts'

/** Each event has a row in `events`, and a row in the table of its type if the type is known. */
export function rowsOf(types: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1
  const known = Object.entries(counts).filter(([type]) => tableOf(type))
  return { ...(types.length > 0 && { [eventsTable.name]: types.length }), ...Object.fromEntries(known) }
}

export function addCounts(counts: Record<string, number>, more: Readonly<Record<string, number>>) {
  for (const [table, rows] of Object.entries(more)) counts[table] = (counts[table] ?? 0) + rows
}
