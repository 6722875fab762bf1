import type { DatabaseSync } from 'node:sqlite'
import { openExpendable, openSound, Unusable } from '../../open-expendable.ts'
import { inTransaction, pragma } from '../../open-sqlite.ts'
import type { HandledCommand, Interval, Snapshot, SnapshotStore } from '../snapshot-store.ts'

/** The file may be deleted. */
export function openSqliteSnapshotStore(file: string): SnapshotStore {
  const db = openExpendable(file, () => openSound(file, createTables, requireLayout))
  const write = createWriter(db)
  const select = db.prepare(`
    SELECT stream, fold, version, event_id AS eventId, position, begun_at AS begunAt, recorded_at AS recordedAt,
      ended_at AS endedAt, state
    FROM snapshots WHERE stream = ? AND fold = ? AND version <= ? ORDER BY version DESC LIMIT 1`)
  const selectCommand = db.prepare('SELECT id, version, digest FROM commands WHERE stream = ? AND id = ?')
  const selectCoverage = db.prepare('SELECT since, upto FROM coverage WHERE stream = ?')
  const forgetting = ['snapshots', 'commands', 'coverage'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE stream = ?`),
  )
  const prunings = [
    'DELETE FROM commands WHERE (stream, id) IN (SELECT stream, id FROM commands WHERE ended_at < ? LIMIT ?)',
    'DELETE FROM snapshots WHERE rowid IN (SELECT rowid FROM snapshots WHERE newest = 0 AND ended_at < ? LIMIT ?)',
  ].map((statement) => db.prepare(statement))

  return {
    async find(stream, fold, upTo = Number.MAX_SAFE_INTEGER) {
      const row = select.get(stream, fold, upTo) as (Snapshot & { state: string }) | undefined
      return row && { ...row, state: JSON.parse(row.state) }
    },

    async keep(snapshot, interval) {
      inTransaction(db, () => write(snapshot, interval))
    },

    async lookUp(stream, commandId) {
      const command = selectCommand.get(stream, commandId) as (HandledCommand & { digest: string | null }) | undefined
      const coverage = selectCoverage.get(stream)
      return {
        command: command && { ...command, digest: command.digest ?? undefined },
        coverage: coverage && { since: String(coverage.since), to: Number(coverage.upto) },
      }
    },

    async forget(stream) {
      inTransaction(db, () => {
        for (const statement of forgetting) statement.run(stream)
      })
    },

    prune: async (before, limit) =>
      prunings.reduce((sum, statement) => sum + Number(statement.run(before, limit).changes), 0),

    async close() {
      if (db.isOpen) db.close()
    },
  }
}

/** Raise this when the tables change. A file with another layout is replaced. */
const LAYOUT = 1

function requireLayout(db: DatabaseSync) {
  const isNew = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0
  if (isNew) db.exec(`PRAGMA user_version = ${LAYOUT}`)
  if (pragma(db, 'user_version') !== LAYOUT) throw new Unusable('it has another layout')
}

function createTables(db: DatabaseSync) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS snapshots (
      stream TEXT NOT NULL, fold TEXT NOT NULL, version INTEGER NOT NULL, event_id TEXT NOT NULL,
      position TEXT NOT NULL, begun_at TEXT NOT NULL, recorded_at TEXT NOT NULL, ended_at TEXT NOT NULL,
      state TEXT NOT NULL, newest INTEGER NOT NULL, UNIQUE (stream, fold, version)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS old_snapshots ON snapshots (ended_at) WHERE newest = 0;
    CREATE INDEX IF NOT EXISTS newest_snapshots ON snapshots (stream, version) WHERE newest = 1;
    CREATE TABLE IF NOT EXISTS commands (
      stream TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, digest TEXT, ended_at TEXT NOT NULL,
      PRIMARY KEY (stream, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS old_commands ON commands (ended_at);
    CREATE TABLE IF NOT EXISTS coverage (stream TEXT PRIMARY KEY, since TEXT NOT NULL, upto INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;`)
}

function createWriter(db: DatabaseSync) {
  const age = db.prepare('UPDATE snapshots SET newest = 0 WHERE stream = ? AND version < ? AND newest = 1')
  const insert = db.prepare(`
    INSERT OR REPLACE INTO snapshots
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
      NOT EXISTS (SELECT 1 FROM snapshots WHERE stream = ?1 AND newest = 1 AND version > ?3)`)
  const insertCommand = db.prepare(`
    INSERT INTO commands VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET version = max(version, excluded.version), digest = excluded.digest`)
  // If versions are missing between the covered versions and the new interval, the coverage starts with the new interval.
  const cover = db.prepare(`
    INSERT INTO coverage VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET
      since = CASE WHEN upto >= ?4 - 1 THEN since ELSE excluded.since END,
      upto = max(upto, excluded.upto)`)

  return (snapshot: Snapshot, { from, since, handled }: Interval) => {
    const { stream, fold, version, eventId, position, begunAt, recordedAt, endedAt, state } = snapshot
    age.run(stream, version)
    insert.run(stream, fold, version, eventId, position, begunAt, recordedAt, endedAt, JSON.stringify(state))
    for (const command of handled)
      insertCommand.run(stream, command.id, command.version, command.digest ?? null, endedAt)
    cover.run(stream, since, version, from)
  }
}
