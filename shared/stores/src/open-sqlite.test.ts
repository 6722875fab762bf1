import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction, isSqliteError, KEPT_JOURNAL_BYTES, openSqlite, pragma } from './open-sqlite.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-sqlite-'))
  file = join(folder, 'deeper', 'a.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('opening sets journal mode and durability, whatever the file had before', () => {
  openSqlite(file, 'FULL').close()
  const careless = new DatabaseSync(file)
  careless.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF')
  careless.close()
  for (const [durability, level] of [
    ['FULL', 2],
    ['NORMAL', 1],
  ] as const) {
    const db = openSqlite(file, durability)
    expect([pragma(db, 'journal_mode'), pragma(db, 'synchronous')]).toEqual(['wal', level])
    db.close()
  }
})

test.each(['FULL', 'NORMAL'] as const)(
  'a journal that was emptied into the database is cut to its limit when it starts again (%s)',
  (durability) => {
    const db = openSqlite(file, durability)
    const journal = () => statSync(`${file}-wal`).size
    db.exec('CREATE TABLE t (a BLOB) STRICT')
    const insert = db.prepare('INSERT INTO t VALUES (?)')
    insert.run(new Uint8Array(3 * KEPT_JOURNAL_BYTES))
    expect(journal()).toBeGreaterThan(3 * KEPT_JOURNAL_BYTES)
    db.exec('PRAGMA wal_checkpoint(FULL)')
    // The next write starts the journal again.
    insert.run(new Uint8Array(1))
    expect(journal()).toBeLessThanOrEqual(KEPT_JOURNAL_BYTES)
    insert.run(new Uint8Array(1))
    expect(db.prepare('SELECT sum(length(a)) AS bytes FROM t').get()).toEqual({ bytes: 3 * KEPT_JOURNAL_BYTES + 2 })
    db.close()
  },
)

test('a file that cannot be in WAL mode is refused', () => {
  const db = openSqlite(file, 'FULL')
  db.close()
  const other = new DatabaseSync(file)
  other.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE')
  expect(() => openSqlite(file, 'FULL')).toThrow()
  other.close()
})

test('a version of SQLite that may damage a file is refused', () => {
  const { versions } = process
  Object.defineProperty(process, 'versions', { value: { ...versions, sqlite: '3.51.2' }, configurable: true })
  try {
    expect(() => openSqlite(file, 'FULL')).toThrow('SQLite 3.51.2 is too old: 3.51.3 or newer is needed')
  } finally {
    Object.defineProperty(process, 'versions', { value: versions, configurable: true })
  }
})

test('a transaction that throws is rolled back, and the next transaction succeeds', () => {
  const db = openSqlite(file, 'FULL')
  db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT')
  const insert = db.prepare('INSERT INTO t VALUES (?)')
  const twice = () => inTransaction(db, () => [insert.run(1), insert.run(1)])
  expect(twice).toThrow()
  expect(inTransaction(db, () => insert.run(2).changes)).toBe(1)
  expect(db.prepare('SELECT a FROM t').all()).toEqual([{ a: 2 }])
  try {
    insert.run(2)
  } catch (error) {
    expect(isSqliteError(error, 'CONSTRAINT')).toBe(true)
    expect(isSqliteError(error, 'FULL', 'BUSY')).toBe(false)
  }
  db.close()
})
