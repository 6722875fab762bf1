import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writableFolder } from './data-folder.ts'

let outside: string
let folder: string
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'selvedge-modes-'))
  folder = join(outside, 'data')
})
afterEach(() => rmSync(outside, { recursive: true }))

const put = (path: string, mode = 0o644) => {
  mkdirSync(join(folder, path, '..'), { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, path), path)
  chmodSync(join(folder, path), mode)
}
const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o7777).toString(8)

test('a new folder can be used only by its owner', () => {
  writableFolder(folder)
  expect(modeOf('.')).toBe('700')
})

test('the folder of an earlier version, and everything in it, is closed to other users', () => {
  const files = ['events.db', 'events.db-wal', 'events.db.lock', 'keys.db', 'read-models.db-shm', 'token-secret']
  for (const file of [...files, 'uploads/a-1200.webp', 'uploads/pending/b-240.webp']) put(file)
  writableFolder(folder)
  for (const file of [...files, 'uploads/a-1200.webp', 'uploads/pending/b-240.webp'])
    expect(modeOf(file), file).toBe('600')
  for (const place of ['.', 'uploads', 'uploads/pending']) expect(modeOf(place), place).toBe('700')
})

test('files that are not the shop’s stay unchanged, and so does the folder that contains them', () => {
  for (const file of ['notes.txt', 'events.db']) put(file)
  chmodSync(folder, 0o755)
  writableFolder(folder)
  expect([modeOf('notes.txt'), modeOf('events.db'), modeOf('.')]).toEqual(['644', '600', '755'])
})

test('a folder that all users share stays shared', () => {
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  writableFolder(folder)
  expect(modeOf('.')).toBe('1777')
})

test('a file outside the folder stays unchanged, even if a link in the folder points to it', () => {
  put('events.db')
  writeFileSync(join(outside, 'passwd'), '')
  chmodSync(join(outside, 'passwd'), 0o644)
  symlinkSync(join(outside, 'passwd'), join(folder, 'keys.db'))
  writableFolder(folder)
  expect(modeOf('keys.db')).toBe('644')
})
