import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyStoreContract } from '../contract/key-store-contract.ts'
import { openSqliteKeyStore } from './sqlite-key-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

keyStoreContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-keys-'))
  const file = join(folder, 'keys.db')
  const change = async (work: (db: DatabaseSync) => void) => {
    const db = new DatabaseSync(file)
    work(db)
    db.close()
  }
  return {
    open: () => openSqliteKeyStore(file),
    damage: (personId, key) =>
      change((db) => void db.prepare('UPDATE keys SET key = ? WHERE person = ?').run(key, personId)),
    makeOld: () => change((db) => db.exec('DELETE FROM checksums; DELETE FROM belonging; PRAGMA user_version = 0')),
    remove: async () => rmSync(folder, { recursive: true }),
  }
})

test('a destroyed key is removed from all files while the store is open', async () => {
  const keys = openSqliteKeyStore(join(folder, 'keys.db'))
  const onDisk = (key: Buffer) => readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(key))
  const made = await Promise.all(Array.from({ length: 60 }, (_, n) => keys.keyFor(`person-${n}`)))
  expect(made.every(onDisk)).toBe(true)
  for (const n of [0, 33, 59]) await keys.destroy(`person-${n}`)
  expect(made.flatMap((key, n) => (onDisk(key) ? [] : [n]))).toEqual([0, 33, 59])
  await keys.close()
})

test('a key is returned only when it is on the disk, and never after a failed sync', async () => {
  const syncs = Array.from({ length: 2 }, () => Promise.withResolvers<void>())
  const [first, second] = syncs
  let begun = 0
  const keys = openSqliteKeyStore(join(folder, 'keys.db'), () => ({
    synced: () => syncs[begun++]!.promise,
    close: () => {},
  }))
  const returned: string[] = []
  const ask = async (who: string, person: string) => {
    await keys.keyFor(person)
    returned.push(who)
  }
  const both = [ask('who creates the key', 'ada'), ask('another', 'ada')]
  await new Promise(setImmediate)
  expect(returned).toEqual([])
  first!.resolve()
  await Promise.all(both)
  expect(returned).toHaveLength(2)
  await ask('later', 'ada')
  expect(begun).toBe(1)

  second!.reject(new Error('EIO'))
  for (const who of ['who creates the key', 'another'])
    await expect(ask(who, 'bea')).rejects.toThrow('Nothing can be written')
  expect(begun).toBe(2)
  await keys.close()
})

test('the key file is readable by its owner only', async () => {
  const keys = openSqliteKeyStore(join(folder, 'deeper', 'keys.db'))
  await keys.keyFor('ada')
  const files = readdirSync(join(folder, 'deeper'))
  expect(files).toContain('keys.db-wal')
  for (const file of files) expect(statSync(join(folder, 'deeper', file)).mode & 0o077, file).toBe(0)
  await keys.close()
})
