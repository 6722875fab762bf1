import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@shop/server/config'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './main.ts'

const ADMIN = { email: 'root@shop.test', password: 'a-long-admin-phrase-41' }
let folder: string
let shop: Awaited<ReturnType<typeof startEmbedded>>

async function start(environment: Readonly<Record<string, string>> = {}) {
  const own = { DATA_DIR: folder, PORT: '0', DEMO: 'off', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  shop = await startEmbedded(readConfig({ ...own, ...environment }), { web: false })
  const answer = await fetch(`${shop.url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { token } = (await answer.json()) as { token: string }
  return async (path: string) => {
    const found = await fetch(shop.url + path, { headers: { Authorization: `Bearer ${token}` } })
    // biome-ignore lint/suspicious/noExplicitAny: the test looks at what it is
    return { status: found.status, body: (await found.json()) as any }
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-analysed-'))
})
afterEach(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

test('the room for analysts runs beside the shop, and has what happens within two seconds', async () => {
  const get = await start()
  await expect.poll(async () => (await get('/api/analysis/status')).body.behind, { timeout: 60_000 }).toBe(0)
  const before = (await get('/api/analysis/status')).body.event
  const begunMs = performance.now()
  await fetch(`${shop.url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  await expect.poll(async () => (await get('/api/analysis/status')).body.event).toBeGreaterThan(before)
  expect(performance.now() - begunMs).toBeLessThan(20_000)
  const { body } = await get('/api/analysis/events?type=SessionBegun')
  expect(body[0]).toMatchObject({
    type: 'SessionBegun',
    kind: 'sessions',
    data: { accountId: expect.stringMatching(/^p_/) },
  })
  expect((await get(`/api/analysis/events?type=SessionBegun&before=${body[0].event}&limit=1`)).body).toEqual([body[1]])
  expect((await get(`/api/analysis/events?stream=${body[0].stream}&asOf=${body[1].event}`)).body[0]).toEqual(body[1])
  expect((await get("/api/analysis/events?type=' OR true --")).body).toEqual([])
  expect((await get('/api/analysis/events?limit=0')).status).toBe(400)
})

test('ANALYSIS=off leaves it out, and its calls say so', async () => {
  const get = await start({ ANALYSIS: 'off' })
  expect(await get('/api/analysis/status')).toMatchObject({
    status: 503,
    body: { message: 'There is no analysis. ANALYSIS=off' },
  })
})
