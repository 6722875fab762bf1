import type { DatabaseSync } from 'node:sqlite'

export type KeptAnswer = Readonly<{ status: number; body: string }>

/** A shop makes far fewer calls between a call and the repeat of this call. */
const KEPT_ANSWERS = 10_000
/** The column `digest` is no longer used. */
const NO_DIGEST = ''

// Storage format: only add to this schema, because files of older versions of the simulator must stay readable.
const schema = `
  CREATE TABLE IF NOT EXISTS answers (
    operation TEXT NOT NULL, requestId TEXT NOT NULL, digest TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (operation, requestId)
  ) STRICT;
`

export function keepAnswers(database: DatabaseSync) {
  database.exec(schema)
  const select = database.prepare('SELECT status, body FROM answers WHERE operation = ? AND requestId = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)')
  const forget = database.prepare('DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ?')
  return {
    findAnswer: (operation: string, requestId: string) => select.get(operation, requestId) as KeptAnswer | undefined,
    addAnswer(operation: string, requestId: string, { status, body }: KeptAnswer) {
      insert.run(operation, requestId, NO_DIGEST, status, body)
      forget.run(KEPT_ANSWERS)
    },
  }
}
