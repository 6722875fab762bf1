import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/stores/test-support/free-port'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { uploadAs } from '../support/people.ts'
import type { RoomProcess } from '../support/room-process.ts'
import { spawnShop } from '../support/shop-process.ts'

let folder: string
let shop: RoomProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-data-'))
  mkdirSync(join(folder, 'uploads'), { mode: 0o755 })
  writeFileSync(join(folder, 'uploads', 'old-1200.webp'), 'an earlier picture', { mode: 0o644 })
  chmodSync(folder, 0o755)
  shop = spawnShop(folder, await freePort(), { DEMO: 'off', FIRST_START: 'yes' })
  await shop.ready()
})
afterAll(async () => {
  await shop.end('SIGTERM')
  rmSync(folder, { recursive: true })
})

/** The files and folders in the data folder that a user other than their owner can read, write or enter. */
const openToOthers = () =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
  )

test('nothing in the data folder is open to other users: neither files from before the start nor new files', async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await uploadAs(callerAt(shop.url), picture)).status).toBe(200)
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['events.db', 'events.db.lock', 'keys.db', 'token-secret']),
  )
  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(15)
  expect(openToOthers()).toEqual([])
})

test('the shop warns the operator that other users could read the folder', () => {
  expect(shop.output()).toContain(
    'Other users could read files of the shop until now. The shop has changed the permissions of these files',
  )
})
