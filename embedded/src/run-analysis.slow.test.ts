import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import type { CopiedEvent } from '@shop/language/analysis/api'
import { readConfig } from '@shop/server/config'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../../tests/support/caller.ts'
import { adminAt, guestAt, lineOf, listProduct } from '../../tests/support/people.ts'
import { ADMIN } from '../../tests/support/shop.ts'
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

test('the analysis room runs beside the shop, soon has new events, and reveals nothing that gives access to a cart', async () => {
  const admin = await start()
  const status = async () => (await admin.get('/api/analysis/status')).body
  await expect.poll(async () => (await status()).behind).toBe(0)
  const before = (await status()).event
  await adminAt(shop.url)
  await expect.poll(async () => (await status()).event).toBeGreaterThan(before)
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
  await opensNoCart(admin, events)
})

test('a question covers every event that the list of events already shows', async () => {
  const admin = await start()
  const shown = async () => (await admin.get('/api/analysis/events?type=SessionBegun')).body.length
  for (let n = 2; n < 6; n++) {
    await adminAt(shop.url)
    await expect.poll(shown, { interval: 10 }).toBe(n)
    expect(await answerTo(admin, 'SELECT count(*) FROM SessionBegun')).toEqual([[n]])
  }
})

async function answerTo(admin: ShopCaller, sql: string) {
  const { body: run } = await admin.post('/api/analysis/runs', { sql })
  const rows = async () => (await admin.get(`/api/analysis/runs/${run.id}`)).body.answer?.rows
  await expect.poll(rows).toBeDefined()
  return rows()
}

/** Expects that an analyst sees nothing that gives access to a guest's cart: not in an event, an answer or an export. */
async function opensNoCart(admin: ShopCaller, events: (query: string) => Promise<readonly CopiedEvent[]>) {
  const guest = guestAt(shop.url)
  await guest.post('/api/cart', { ...lineOf(await listProduct(admin)), guestId: guest.guestId })
  await expect.poll(() => events('type=ItemAddedToCart')).toHaveLength(1)
  const [added] = await events('type=ItemAddedToCart')
  const rows = await answerTo(admin, 'SELECT ownerId, stream FROM ItemAddedToCart')
  expect(rows).toHaveLength(1)
  const types = ['ItemAddedToCart']
  const made = await admin.post('/api/analysis/exports', { format: 'ndjson', to: added?.event, types })
  const archive = (await admin.get(`/api/analysis/exports/${made.body.id}`)).body as string
  const shown = [JSON.stringify([added, rows]), archive].join('\n')
  expect(shown).not.toContain(guest.guestId)
  const ids = new Set(Array.from(shown.matchAll(/p_[\w-]{16}/g), ([id]) => id))
  expect(ids.size).toBeGreaterThan(1)
  for (const id of [...ids, ...[...ids].map((one) => `cart-${one}`)]) {
    const anonymous = callerAt(shop.url)
    expect([400, 404], id).toContain((await anonymous.get(`/api/cart?guestId=${id}`)).status)
    await anonymous.post('/api/cart', { ...lineOf(await listProduct(admin)), guestId: id })
  }
  expect((await guest.get(`/api/cart?guestId=${guest.guestId}`)).body.products).toHaveLength(1)
}

test('the analysis room runs beside a shop with its log on a server and its keys in its folder', async () => {
  const server = await startEventStoreDouble()
  try {
    const admin = await start({ EVENT_STORE_URL: server.url })
    await expect.poll(async () => (await admin.get('/api/analysis/status')).status).toBe(200)
    await shop.close()
  } finally {
    server.close()
  }
})

test('with ANALYSIS=off there is no analysis room, and answers to its calls give the reason', async () => {
  const admin = await start({ ANALYSIS: 'off' })
  expect(await admin.get('/api/analysis/status')).toMatchObject({
    status: 503,
    body: { message: 'Analysis is not available. ANALYSIS=off' },
  })
})

test('if the analysis process cannot start, the shop runs without it, and tries to start it again', async () => {
  process.execPath = join(folder, 'no-node')
  const admin = await start()
  const status = async () => (await admin.get('/api/analysis/status')).status
  expect(await status()).toBe(503)
  process.execPath = NODE
  await expect.poll(status).toBe(200)
})
