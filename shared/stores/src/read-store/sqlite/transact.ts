import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Prepare } from './query.ts'

/** The statement runs once for each row of values, or once if there are no `rows`. */
export type Statement = Readonly<{ sql: string; rows?: readonly (readonly SQLInputValue[])[] }>

/** Runs all statements or none. Returns the number of rows that the last statement changed. */
export function transact(db: DatabaseSync, prepare: Prepare, statements: readonly Statement[]): number {
  let changes = 0
  // A deferred transaction does not block other writers while it only fills a temporary table.
  db.exec('BEGIN')
  try {
    for (const { sql, rows = [[]] } of statements) {
      const prepared = prepare(sql)
      for (const values of rows) changes = Number(prepared.run(...values).changes)
    }
    db.exec('COMMIT')
    return changes
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
