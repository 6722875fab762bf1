import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { snapshotStoreContract } from '../contract/snapshot-store-contract.ts'
import type { Snapshot } from '../snapshot-store.ts'
import { openSqliteSnapshotStore } from './sqlite-snapshot-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-snapshots-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

snapshotStoreContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-snapshots-'))
  return {
    open: () => openSqliteSnapshotStore(join(folder, 'snapshots.db')),
    remove: async () => rmSync(folder, { recursive: true }),
  }
})

test('a file that is no database is started anew', async () => {
  const file = join(folder, 'snapshots.db')
  writeFileSync(file, 'This is no database, though it is long enough to be taken for one at the first look.'.repeat(50))
  const store = openSqliteSnapshotStore(file)
  const snapshot: Snapshot = {
    stream: 'stock-a',
    fold: 'stock@1',
    version: 9,
    eventId: 'e9',
    position: '9',
    begunAt: '',
    recordedAt: '',
    endedAt: '',
    state: {},
  }
  await store.keep(snapshot, { from: 0, since: '', handled: [] })
  expect(await store.find('stock-a', 'stock@1')).toEqual(snapshot)
  await store.close()
})
