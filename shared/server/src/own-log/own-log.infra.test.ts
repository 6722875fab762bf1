import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventStoreDouble, startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { AccountRegistered, accountStream } from '@shop/language/account/events'
import { hasMongod, type MongoServer, startMongo } from '@shop/mongodb/test-support/mongo-server'
import { hasRedis, type RedisServer, startRedis } from '@shop/redis/test-support/redis-server'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { checkedStores } from '../open-read-only.ts'
import { storesIn } from '../open-stores.ts'
import { acceptedIn, requireOwnLog } from './own-log.ts'
import { watchNewest } from './watch-newest.ts'

describe.runIf(hasMongod && hasRedis)('a shop whose stores are on servers', () => {
  let mongo: MongoServer
  let redis: RedisServer
  let log: EventStoreDouble
  let folder: string
  let shops = 0
  beforeAll(async () => {
    ;[mongo, redis] = await Promise.all([startMongo(), startRedis()])
  })
  afterAll(() => Promise.all([mongo.remove(), redis.remove()]))
  beforeEach(async () => {
    shops += 1
    folder = mkdtempSync(join(tmpdir(), 'selvedge-own-log-'))
    log = await startEventStoreDouble({ folder: join(folder, 'log') })
    await register('ada')
  })
  afterEach(async () => {
    await log.close()
    rmSync(folder, { recursive: true })
  })

  const storesNow = () =>
    readConfig({
      EVENT_STORE_URL: log.url,
      KEY_STORE_URL: mongo.url(`keys-${shops}`),
      READ_STORE_URL: mongo.url(`models-${shops}`),
      SNAPSHOT_STORE_URL: mongo.url(`snapshots-${shops}`),
      JOB_QUEUE_URL: redis.url(shops),
    }).stores
  const start = (...words: readonly string[]) => requireOwnLog(storesNow(), checkedStores, acceptedIn(words, false))

  /** Does what a command-service does: checks, opens, notes and appends. A follower notes its position. */
  async function register(accountId: string, words: readonly string[] = []) {
    const own = await start(...words)
    await using opening = new AsyncDisposableStack()
    const stores = storesIn(opening, storesNow())
    const [store, keys, jobs] = [await stores.events(), await stores.keys(), await stores.jobs(Date.now)]
    await own.belong(store, keys)
    const noted = watchNewest(createShopLog(store, keys), keys)
    const registered = AccountRegistered({ accountId, name: accountId, email: 'a@shop.test', emailKey: accountId })
    const metadata = { correlationId: 'c', causationId: 'c', actor: { role: 'system' as const } }
    const stored = { schemaVersion: 1, recordedAt: '2026-01-01T00:00:00Z' }
    const event = { ...registered, id: crypto.randomUUID(), metadata: { ...metadata, ...stored } }
    const { position } = await noted.log.append(accountStream(accountId), -1, [event])
    await noted.note()
    await jobs.add(`process-${shops}`, position, [])
  }

  /** Restarts the server with the content of this folder. */
  const comesBackWith = async (name: string) => {
    const { port } = log
    await log.close()
    log = await startEventStoreDouble({ folder: join(folder, name), port })
  }

  test('goes on with its own log and keys, even if another process has just opened them', async () => {
    await Promise.all([register('bob'), register('cleo')])
    await register('dan')
  })

  test('is refused if its log is empty, and leaves the log empty', async () => {
    await comesBackWith('an empty disk')
    await expect(start()).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(
        /^EVENT_STORE_URL has no event, but this shop was already at position \d+ \(KEY_STORE_URL, JOB_QUEUE_URL\)/,
      ),
    })
    expect(log.log.visible('log-id')).toBeUndefined()
  })

  test('is refused if its log was shortened, as a cluster member may do, until the operator accepts it', async () => {
    cpSync(join(folder, 'log'), join(folder, 'earlier'), { recursive: true })
    await register('bob')
    await comesBackWith('earlier')
    await expect(start()).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(
        /^EVENT_STORE_URL ends at position \d+, but this shop was already at position \d+ \([\w, ]+\): what was stored since then is missing/,
      ),
    })
    await register('cleo', ['--accept-shorter-log'])
  })

  test('is refused if its keys were dropped, until the operator accepts it, and the number of people without keys is shown', async () => {
    await mongo.inDatabase(`keys-${shops}`, (db) => db.dropDatabase())
    await expect(start()).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/^KEY_STORE_URL is missing, .*: 1 of 1 people have no key/),
    })
    await register('bob', ['--accept-lost-keys'])
    await register('cleo')
  })
})
