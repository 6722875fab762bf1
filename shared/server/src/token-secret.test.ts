import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptTokenSecret } from './token-secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the secret is created once, and only its owner can read it', () => {
  const secret = keptTokenSecret(folder)
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(keptTokenSecret(folder)).toBe(secret)
  expect(statSync(join(folder, 'token-secret')).mode & 0o777).toBe(0o600)
})

test('two shops have different secrets', () => {
  const secret = keptTokenSecret(folder)
  rmSync(join(folder, 'token-secret'))
  expect(keptTokenSecret(folder)).not.toBe(secret)
})

test('a secret that is too short is refused, and the message does not show it', () => {
  writeFileSync(join(folder, 'token-secret'), 'short-one\n')
  expect(() => keptTokenSecret(folder)).toThrow(/fewer than 32 bytes/)
  expect(() => keptTokenSecret(folder)).not.toThrow(/short-one/)
})
