import { DatabaseSync } from 'node:sqlite'

/** The keys in a file, which may be in use, or a copy: nothing is created or changed. */
export function readKeys(file: string, people: readonly string[]): ReadonlyMap<string, readonly Buffer[]> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    const rows = db
      .prepare('SELECT person, key FROM keys WHERE person IN (SELECT value FROM json_each(?)) AND key IS NOT NULL')
      .all(JSON.stringify(people))
    return new Map(rows.map(({ person, key }) => [String(person), [Buffer.from(key as Uint8Array)]]))
  } finally {
    db.close()
  }
}
