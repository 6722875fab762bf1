import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventStoreDouble, startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { START } from '@shop/language/events/event'
import { projections } from '@shop/projections/all'
import { runProjections } from '@shop/projections/run-projections'
import { readConfig } from '@shop/server/config'
import { openEventStore, openKeyStore, openReadStore } from '@shop/server/open-adapters'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'
import { exportLog } from '@shop/stores/log-file/export-log'
import { importLog } from '@shop/stores/log-file/import-log'
import { openLogFile } from '@shop/stores/log-file/read-log-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../embedded/src/main.ts'
import { callerAt } from '../tests/support/caller.ts'
import { adminAt, buy, customerAt, lineOf, listProduct, PASSWORD } from '../tests/support/people.ts'
import { ADMIN } from '../tests/support/shop.ts'

let folder: string
let server: EventStoreDouble
let email: string
let answersBefore: unknown
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-moving-'))
  server = await startEventStoreDouble()
  const shop = await openShop('old')
  const admin = await adminAt(shop.url)
  const [shirt, coat] = [await listProduct(admin), await listProduct(admin, { name: 'Test Coat', price: 99 })]
  const ada = await customerAt(shop.url)
  email = ada.email
  await buy(ada, shirt, 2)
  const bob = await customerAt(shop.url, 'Bob Thimble')
  const order = await buy(bob, coat)
  await bob.post('/api/cart', lineOf(shirt))
  await admin.put(`/api/admin/orders/${order._id}`, { status: 'Delivered' })
  await admin.delete(`/api/admin/users/${bob.id}`)
  answersBefore = await answersOf(shop.url)
  await shop.close()
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const place = (...names: readonly string[]) => join(folder, ...names)
const address = (name: string) => `sqlite:${place(name, 'events.db')}`
const openShop = (name: string, words: readonly string[] = []) =>
  startEmbedded(
    readConfig({
      DATA_DIR: place(name),
      PORT: '0',
      ANALYSIS: 'off',
      RATE_LIMITS: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }),
    { web: false, words },
  )

/** Returns what the shop answers to a customer, the admin and everybody. */
async function answersOf(url: string) {
  const { body } = await callerAt(url).post('/api/users/login', { email, password: PASSWORD })
  const [ada, admin] = [callerAt(url, { token: body.token }), await adminAt(url)]
  const paths = ['/api/admin/orders', '/api/admin/users', '/api/admin/products', '/api/admin/dashboard']
  const answers = [ada.get('/api/orders/my-orders'), ada.get('/api/cart'), ada.get('/api/products')]
  const all = await Promise.all([...answers, ...paths.map((path) => admin.get(path))])
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  return all.map((answer) => answer.body)
}

async function exported(from: string, file: string) {
  const store = await openEventStore(from)
  await exportLog(store, place(file))
  await store.close()
}

async function imported(file: string, to: string) {
  const store = await openEventStore(to)
  await importLog(await openLogFile(place(file)), store)
  await store.close()
}

const eventsOf = (file: string) =>
  readFileSync(place(file), 'utf8')
    .split('\n')
    .slice(0, -2)
    .map((line) => line.replace(/^\{"position":"\d+",/, ''))

const differences = (file: string, other: string) => {
  const [events, others] = [eventsOf(file), eventsOf(other)]
  expect(events).toHaveLength(others.length)
  return events.filter((event, index) => event !== others[index])
}

/** All documents that are built from this log. Each position in them is replaced by the number of events before this position. */
async function documentsOf(at: string) {
  const store: EventStore = await openEventStore(at)
  const keys = await openKeyStore(`sqlite:${place('old', 'keys.db')}`)
  const readStore = await openReadStore('sqlite::memory:')
  const log = createShopLog(store, keys)
  const stop = new AbortController()
  const running = runProjections(projections, log, readStore, stop.signal)
  await running.caughtUp
  const positions = new Map<string, number>()
  for await (const { events, caughtUp } of log.follow(START, stop.signal)) {
    for (const { position } of events) positions.set(position, positions.size)
    if (caughtUp) break
  }
  const documents = await Promise.all(
    projections.map(async ({ into }) => [into.name, (await readStore.find(into)).documents]),
  )
  stop.abort()
  await running.done
  await Promise.all([store.close(), keys.close(), readStore.close()])
  return JSON.parse(JSON.stringify(documents).replace(/[0-9a-f]{8}\.\d{20}/g, (text) => `event ${positions.get(text)}`))
}

test('moving a log from SQLite to KurrentDB and back changes only the positions of events, and gives the same read models', async () => {
  await exported(address('old'), 'old.ndjson')
  await imported('old.ndjson', server.url)
  await exported(server.url, 'server.ndjson')
  await imported('server.ndjson', address('new'))
  await exported(address('new'), 'new.ndjson')

  expect(eventsOf('old.ndjson').length).toBeGreaterThan(100)
  expect(differences('server.ndjson', 'old.ndjson')).toEqual([])
  expect(differences('new.ndjson', 'old.ndjson')).toEqual([])
  const { events, hash } = verifyLog(place('old', 'events.db'))
  expect(verifyLog(place('new', 'events.db'))).toMatchObject({ events, hash })

  const before = await documentsOf(address('old'))
  expect(JSON.stringify(before)).toContain('event ')
  expect(await documentsOf(server.url)).toEqual(before)
  expect(await documentsOf(address('new'))).toEqual(before)
})

test('sealed fields stay sealed in the exported file', async () => {
  const text = readFileSync(place('old.ndjson'), 'utf8')
  for (const word of ['Weaver', 'Thimble', 'Loom Lane', email]) expect(text).not.toContain(word)
})

test('a shop with the log that was moved back gives the same answers and rebuilds its read models', async () => {
  cpSync(place('old'), place('home'), { recursive: true })
  cpSync(place('new', 'events.db'), place('home', 'events.db'))
  const checkpoint = async (name: string) => {
    const readStore = await openReadStore(`sqlite:${place(name, 'read-models.db')}`)
    const position = (await readStore.checkpoint(projections[0]!.into.name))?.position
    await readStore.close()
    return position
  }
  const before = await checkpoint('home')
  const shop = await openShop('home')
  const moved = await shop.log.head()
  // The test signs in for these answers. This begins sessions, so the log has new events.
  expect(await answersOf(shop.url)).toEqual(answersBefore)
  const head = await shop.log.head()
  await shop.close()
  // The log has one more event, because opening the shop has recorded a start.
  expect(Number(before?.slice(9)) + 1).toBe(Number(moved.slice(9)))
  expect(before).not.toBe(moved)
  expect(await checkpoint('home')).toBe(head)
})

test('a shop restored to an older backup rebuilds its read models without later events', async () => {
  cpSync(place('old'), place('back'), { recursive: true })
  const shop = await openShop('back')
  await listProduct(await adminAt(shop.url), { name: 'Sold after the backup' })
  await shop.close()
  for (const file of ['events.db', 'events.db-wal', 'events.db-shm']) rmSync(place('back', file), { force: true })
  cpSync(place('old', 'events.db'), place('back', 'events.db'))
  await expect(openShop('back')).rejects.toThrow(
    /^events\.db ends at position \d+, but this shop was already at position \d+/,
  )
  const restored = await openShop('back', ['--accept-shorter-log'])
  expect(await answersOf(restored.url)).toEqual(answersBefore)
  await restored.close()
})
