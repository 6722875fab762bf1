import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Prepare } from './query.ts'

/** A statement, run once for each of its rows of values; once without any when there are no `rows`. */
export type Statement = Readonly<{ sql: string; rows?: readonly (readonly SQLInputValue[])[] }>

/** Runs all or none. Answers how many rows the last of them has changed. */
export function transact(db: DatabaseSync, prepare: Prepare, statements: readonly Statement[]): number {
  let changes = 0
  // Deferred: what only fills a temporary table keeps nobody from writing.
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
