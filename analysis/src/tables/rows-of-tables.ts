import { eventsTable, tableOf } from './all-tables.ts'

const ofKnown = new Map<string, Readonly<Record<string, number>>>()

/** The rows that an event of this type has: one in the table of all, and one in its own if its type is known. */
export function tablesOf(type: string): Readonly<Record<string, number>> {
  const known = ofKnown.get(type)
  if (known) return known
  const rows = { [eventsTable.name]: 1, ...(tableOf(type) && { [type]: 1 }) }
  ofKnown.set(type, rows)
  return rows
}

/** Adds numbers of rows by table. */
export function addCounts(counts: Record<string, number>, more: Readonly<Record<string, number>>) {
  for (const [table, rows] of Object.entries(more)) counts[table] = (counts[table] ?? 0) + rows
}
