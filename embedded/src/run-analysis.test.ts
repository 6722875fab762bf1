import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { readConfig } from '@shop/server/config'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adminAt } from '../../gateway/acceptance/people.ts'
import { ADMIN } from '../../gateway/acceptance/shop.ts'
import { startEmbedded } from './main.ts'

const NODE = process.execPath
let folder: string
let shop: Awaited<ReturnType<typeof startEmbedded>>

async function start(environment: Readonly<Record<string, string>> = {}) {
  const own = { DATA_DIR: folder, PORT: '0', DEMO: 'off', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  shop = await startEmbedded(readConfig({ ...own, ...environment }), { web: false })
  return adminAt(shop.url)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-analysed-'))
})
afterEach(async () => {
  process.execPath = NODE
  await shop.close()
  rmSync(folder, { recursive: true })
})

test('the room for analysts runs beside the shop, and soon has what happens', async () => {
  const admin = await start()
  const status = async () => (await admin.get('/api/analysis/status')).body
  await expect.poll(async () => (await status()).behind, { timeout: 60_000 }).toBe(0)
  const before = (await status()).event
  await adminAt(shop.url)
  await expect.poll(async () => (await status()).event, { timeout: 10_000 }).toBeGreaterThan(before)
  const events = async (query: string) => (await admin.get(`/api/analysis/events?${query}`)).body
  const body = await events('type=SessionBegun')
  expect(body[0]).toMatchObject({
    type: 'SessionBegun',
    kind: 'sessions',
    data: { accountId: expect.stringMatching(/^p_/) },
  })
  expect(await events(`type=SessionBegun&before=${body[0].event}&limit=1`)).toEqual([body[1]])
  expect((await events(`stream=${body[0].stream}&asOf=${body[1].event}`))[0]).toEqual(body[1])
  expect(await events("type=' OR true --")).toEqual([])
  expect((await admin.get('/api/analysis/events?limit=0')).status).toBe(400)
})

test('it runs beside a shop whose log is on a server and whose keys are in its folder', async () => {
  const server = await startEventStoreDouble()
  try {
    const admin = await start({ EVENT_STORE_URL: server.url })
    await expect.poll(async () => (await admin.get('/api/analysis/status')).status, { timeout: 30_000 }).toBe(200)
    await shop.close()
  } finally {
    server.close()
  }
})

test('ANALYSIS=off leaves it out, and its calls say so', async () => {
  const admin = await start({ ANALYSIS: 'off' })
  expect(await admin.get('/api/analysis/status')).toMatchObject({
    status: 503,
    body: { message: 'There is no analysis. ANALYSIS=off' },
  })
})

test('a machine that cannot start its process has the shop all the same, and analysis when it can', async () => {
  process.execPath = join(folder, 'no-node')
  const admin = await start()
  const status = async () => (await admin.get('/api/analysis/status')).status
  expect(await status()).toBe(503)
  process.execPath = NODE
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
})
