import { DatabaseSync } from 'node:sqlite'

/** Copies a database that may be in use. */
export function copyDatabase(file: string, into: string) {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    db.prepare('VACUUM INTO ?').run(into)
  } finally {
    db.close()
  }
}
