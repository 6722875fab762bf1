import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openJournalSync, syncJournal } from './journal-sync.ts'
import { openSqlite } from './open-sqlite.ts'

let folder: string
let db: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-sync-'))
  db = openSqlite(join(folder, 'a.db'), 'NORMAL')
  db.exec('CREATE TABLE t (n)')
})
afterEach(() => {
  vi.restoreAllMocks()
  if (db.isOpen) db.close()
  rmSync(folder, { recursive: true })
})

/** Each sync waits until its function is called, with an error or without. */
function heldSyncs() {
  const held: ((error: NodeJS.ErrnoException | null) => void)[] = []
  vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => void held.push(done))
  return held
}

test('calls that arrive during a sync share the next one, because the running one may have missed their commits', async () => {
  const held = heldSyncs()
  const journal = openJournalSync(db)
  const ended: string[] = []
  const call = (name: string) => journal.synced().then(() => ended.push(name))
  const calls = [call('first'), call('second'), call('third')]
  expect(held).toHaveLength(1)
  held[0]!(null)
  await calls[0]
  expect(ended).toEqual(['first'])
  await expect.poll(() => held).toHaveLength(2)
  held[1]!(null)
  await Promise.all(calls)
  expect(ended).toEqual(['first', 'second', 'third'])
  expect(held).toHaveLength(2)
  journal.close()
})

test('a failed sync rejects only its own calls', async () => {
  const held = heldSyncs()
  const journal = openJournalSync(db)
  const calls = Promise.allSettled([journal.synced(), journal.synced()])
  held[0]!(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  await expect.poll(() => held).toHaveLength(2)
  held[1]!(null)
  expect(await calls).toMatchObject([{ reason: { code: 'EIO' } }, { status: 'fulfilled' }])
  journal.close()
})

test('what a crashed process left in the journal is synced when the file is opened', () => {
  const synced = vi.spyOn(fs, 'fdatasyncSync')
  openJournalSync(db).close()
  expect(synced).toHaveBeenCalledOnce()
})

test('a database in memory, and a file without a journal, need no sync', async () => {
  const memory = openSqlite(':memory:', 'NORMAL')
  await openJournalSync(memory).synced()
  memory.close()
  db.close()
  syncJournal(join(folder, 'a.db'))
})
