import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveJournalInThread } from './move-journal.ts'
import { inTransaction, openSqlite, pragma } from './open-sqlite.ts'

let folder: string
let file: string
let db: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-journal-'))
  file = join(folder, 'a.db')
  db = openSqlite(file, 'NORMAL')
  db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)')
})
afterEach(() => {
  if (db.isOpen) db.close()
  rmSync(folder, { recursive: true })
})

const MIB = 1_048_576
const journalBytes = () => statSync(`${file}-wal`).size

/** The pages of the journal, and how many of them are in the file too. NOOP moves nothing (sqlite.org/pragma.html#pragma_wal_checkpoint). */
const pages = (of = db) => of.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number }
const isMoved = (of = db) => pages(of).checkpointed === pages(of).log

/** Writes new pages of about `mib` MiB, in one commit for each MiB. */
function write(mib: number, to = db) {
  const insert = to.prepare('INSERT INTO t (text) VALUES (?)')
  for (let n = 0; n < mib; n++)
    inTransaction(to, () => {
      for (let row = 0; row < 128; row++) insert.run('x'.repeat(8_000))
    })
}

const settled = { timeout: 60_000, interval: 20 }

test('a commit leaves the journal as it is, and the thread moves it when it has grown', async () => {
  moveJournalInThread(db)
  write(20)
  expect(pages().log).toBeGreaterThan(2_000)
  expect(pages().checkpointed).toBe(0)
  await expect.poll(() => isMoved(), settled).toBe(true)
  // The next commit starts the journal again.
  write(1)
  expect(pages().log).toBeLessThan(300)
  expect(journalBytes()).toBeGreaterThan(20 * MIB)
  expect(db.prepare('SELECT count(*) AS n FROM t').get()?.n).toBe(21 * 128)
})

test('a journal that a reader needs is moved after the reader has finished', async () => {
  moveJournalInThread(db)
  const reader = openSqlite(file, 'NORMAL')
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM t').get()
  write(20)
  reader.exec('COMMIT')
  write(1)
  await expect.poll(() => isMoved(), settled).toBe(true)
  reader.close()
})

test('if the thread falls behind, SQLite moves the journal before it has 64 MiB (reliability R26)', () => {
  moveJournalInThread(db)
  const bytes = Number(pragma(db, 'wal_autocheckpoint')) * Number(pragma(db, 'page_size'))
  expect(bytes).toBeGreaterThan(8 * MIB)
  expect(bytes).toBeLessThan(48 * MIB)
})

test('a database that was removed is not created again', async () => {
  moveJournalInThread(db)
  write(20)
  rmSync(file)
  const other = openSqlite(join(folder, 'b.db'), 'NORMAL')
  other.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)')
  moveJournalInThread(other)
  write(20, other)
  // The thread moves one journal after the other.
  await expect.poll(() => isMoved(other), settled).toBe(true)
  expect(existsSync(file)).toBe(false)
  other.close()
})

test('a database in memory has no journal', () => {
  const memory = openSqlite(':memory:', 'NORMAL')
  moveJournalInThread(memory)
  memory.close()
})
