import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { requireFreeSpace, writableFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder is created with its parents, and a folder that exists is used', () => {
  const deep = join(folder, 'a', 'b')
  expect(writableFolder(deep)).toBe(deep)
  expect(writableFolder(deep)).toBe(deep)
})

test('a file in place of the folder is reported in one line', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => writableFolder(join(folder, 'file', 'data'))).toThrow(ConfigError)
  expect(() => writableFolder(join(folder, 'file', 'data'))).toThrow(/^DATA_DIR: .+ cannot be written to \(ENOTDIR\)$/)
})

test.runIf(process.platform === 'linux')('a place where no folder can be created is reported in one line', () => {
  expect(() => writableFolder('/proc/selvedge/data')).toThrow(/^DATA_DIR: .+ cannot be written to \(ENOENT\)$/)
})

test('a full disk is refused, and a disk of unknown size is accepted', () => {
  const disk = (blocks: number, bavail: number) => () => ({ blocks, bavail, bsize: 4096 })
  expect(() => requireFreeSpace(tmpdir(), disk(5000, 200))).toThrow('is full')
  expect(() => requireFreeSpace(tmpdir(), disk(5000, 300))).not.toThrow()
  expect(() => requireFreeSpace(tmpdir(), disk(0, 0))).not.toThrow()
  expect(() => requireFreeSpace(join(tmpdir(), 'nowhere-at-all'))).toThrow()
})
