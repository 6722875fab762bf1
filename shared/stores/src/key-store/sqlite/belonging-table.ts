import type { DatabaseSync } from 'node:sqlite'
import type { Belonging, KeyStore } from '../key-store.ts'

const COLUMNS = 'id, log, position, stream, version, event, excused'

export function createBelonging(
  db: DatabaseSync,
  synced: () => Promise<void>,
): Pick<KeyStore, 'belonging' | 'belong' | 'note'> {
  db.exec(`
    CREATE TABLE IF NOT EXISTS belonging (
      only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL, log TEXT NOT NULL, position TEXT NOT NULL,
      stream TEXT NOT NULL, version INTEGER NOT NULL, event TEXT NOT NULL, excused TEXT NOT NULL) STRICT`)
  const replace = db.prepare(`
    INSERT INTO belonging (only, ${COLUMNS}) VALUES (1, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET log = excluded.log, position = excluded.position, stream = excluded.stream,
      version = excluded.version, event = excluded.event, excused = excluded.excused`)
  const move = db.prepare(
    'UPDATE belonging SET position = ?1, stream = ?2, version = ?3, event = ?4 WHERE position < ?1',
  )

  return {
    belonging: async () => belongingIn(db),
    async belong({ id, log, newest, excused }) {
      const { position = '', stream = '', version = 0, event = '' } = newest ?? {}
      replace.run(id, log, position, stream, version, event, excused)
      await synced()
    },
    async note({ position, stream, version, event }) {
      move.run(position, stream, version, event)
      await synced()
    },
  }
}

/** Undefined if the file belongs to no log yet, or has no table `belonging`. */
export function belongingIn(db: DatabaseSync): Belonging | undefined {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'belonging'").get()
  const row = table && db.prepare(`SELECT ${COLUMNS} FROM belonging`).get()
  if (!row) return undefined
  const { id, log, position, stream, version, event, excused } = row as Record<string, string>
  const newest = position ? { position, stream: stream!, version: Number(version), event: event! } : undefined
  return { id: id!, log: log!, newest, excused: excused! }
}
