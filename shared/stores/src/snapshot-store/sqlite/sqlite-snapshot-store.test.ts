import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { snapshotOf, snapshotStoreContract } from '../contract/snapshot-store-contract.ts'
import { openSqliteSnapshotStore } from './sqlite-snapshot-store.ts'

/** How many snapshots a stream has after a week with a hundred thousand events. */
const BUSY_WEEK = 4_000

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

test('a file that is not a database is replaced', async () => {
  const file = join(folder, 'snapshots.db')
  writeFileSync(file, 'This is no database, though it is long enough to be taken for one at the first look.'.repeat(50))
  const store = openSqliteSnapshotStore(file)
  const snapshot = snapshotOf('stock-a', 9)
  await store.keep(snapshot, { from: 0, since: '', handled: [] })
  expect(await store.find('stock-a', 'stock@1')).toEqual(snapshot)
  await store.close()
})

test('keeping a snapshot is not slower in a busy week of its stream than in the first hour', async () => {
  const store = openSqliteSnapshotStore(':memory:')
  const keep = (stream: string, version: number) =>
    store.keep(snapshotOf(stream, version), { from: version, since: '', handled: [] })
  const tookMs: Record<'busy' | 'young', number[]> = { busy: [], young: [] }
  for (let version = 0; version < BUSY_WEEK; version++) await keep('stock-busy', version)
  for (let n = 0; n < 200; n++)
    for (const kind of ['busy', 'young'] as const) {
      const begunMs = performance.now()
      await (kind === 'busy' ? keep('stock-busy', BUSY_WEEK + n) : keep(`stock-${n}`, 0))
      tookMs[kind].push(performance.now() - begunMs)
    }
  await store.close()
  // Medians are compared, because a busy machine makes a few calls slower.
  const usual = (all: number[]) => all.toSorted((one, other) => one - other)[all.length / 2]!
  expect(usual(tookMs.busy) / usual(tookMs.young)).toBeLessThan(3)
})
