import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteCopy } from './key-copies.ts'
import type { KeyStore } from './key-store/key-store.ts'
import { openSqliteKeyStore } from './key-store/sqlite/sqlite-key-store.ts'

let folder: string
let keys: KeyStore
const place = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-copies-'))
  keys = openSqliteKeyStore(place('keys.db'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await keys.close()
  rmSync(folder, { recursive: true })
})

function backUp(name: string) {
  noteCopy(place('keys.db'), place(name))
  const db = new DatabaseSync(place('keys.db'))
  db.prepare('VACUUM INTO ?').run(place(name))
  db.close()
}

test('a key is destroyed in every known copy, down to its bytes; other keys and unknown copies stay', async () => {
  const [ada, bob] = [await keys.keyFor('ada'), await keys.keyFor('bob')]
  backUp('one.db')
  backUp('two.db')
  copyFileSync(place('one.db'), place('unknown.db'))
  await keys.destroy('ada')
  const holding = (key: Buffer) => readdirSync(folder).filter((file) => readFileSync(place(file)).includes(key))
  expect(holding(ada)).toEqual(['unknown.db'])
  expect(holding(bob)).toEqual(expect.arrayContaining(['keys.db', 'one.db', 'two.db']))
  const restored = openSqliteKeyStore(place('two.db'))
  await expect(restored.keyFor('ada')).rejects.toThrow('destroyed')
  expect(await restored.keyFor('bob')).toEqual(bob)
  await restored.close()
})

test('a copy that is missing or unchangeable is logged, stays in the list and does not stop the erasure', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await keys.keyFor('ada')
  backUp('gone.db')
  rmSync(place('gone.db'))
  noteCopy(place('keys.db'), folder)
  await keys.destroy('ada')
  expect(await keys.keysOf(['ada'])).toEqual(new Map())
  const lines = stderr.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toMatchObject([
    { level: 'error', file: folder, person: 'ada' },
    { level: 'warn', files: [place('gone.db')], person: 'ada' },
  ])
  const db = new DatabaseSync(place('keys.db'), { readOnly: true })
  expect(db.prepare('SELECT file FROM copies').all()).toHaveLength(2)
  db.close()
})

test('a copy on a disk that is away during one erasure is changed at the next', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const [ada, bob] = [await keys.keyFor('ada'), await keys.keyFor('bob')]
  backUp('one.db')
  renameSync(place('one.db'), place('away.db'))
  await keys.destroy('ada')
  renameSync(place('away.db'), place('one.db'))
  await keys.destroy('bob')
  const copy = readFileSync(place('one.db'))
  expect([ada, bob].map((key) => copy.includes(key))).toEqual([false, false])
})

test('a copy that could not be changed is changed at the next erasure; it keeps the keys that the shop has lost', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const [ada, bob, eve] = [await keys.keyFor('ada'), await keys.keyFor('bob'), await keys.keyFor('eve')]
  backUp('one.db')
  const reader = new DatabaseSync(place('one.db'))
  reader.exec('PRAGMA journal_mode = WAL; BEGIN; SELECT * FROM keys')
  await keys.destroy('ada')
  expect(readFileSync(place('one.db')).includes(ada)).toBe(true)
  reader.close()
  const live = new DatabaseSync(place('keys.db'))
  live.exec("DELETE FROM keys WHERE person = 'eve'")
  live.close()
  await keys.lose(['eve'])
  await keys.destroy('bob')
  const copy = readFileSync(place('one.db'))
  expect([ada, bob, eve].map((key) => copy.includes(key))).toEqual([false, false, true])
})
