import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { hasMongod, type MongoServer, startMongo } from '@shop/mongodb/test-support/mongo-server'
import { hasRedis, type RedisServer, startRedis } from '@shop/redis/test-support/redis-server'
import { readConfig } from '@shop/server/config'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEmbedded } from './main.ts'

describe.runIf(hasMongod && hasRedis)('a shop in one process, over servers', () => {
  let mongo: MongoServer
  let redis: RedisServer
  let folder: string
  let databases = 0
  beforeAll(async () => {
    ;[mongo, redis] = await Promise.all([startMongo(), startRedis()])
  })
  afterAll(async () => {
    await Promise.all([mongo.remove(), redis.remove()])
  })
  beforeEach(() => {
    databases += 1
    folder = mkdtempSync(join(tmpdir(), 'selvedge-embedded-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const start = (addresses: Record<string, string>) =>
    startEmbedded(readConfig({ DATA_DIR: folder, PORT: '0', ANALYSIS: 'off', ...addresses }), { web: false })
  const shelf = async (url: string) =>
    ((await (await fetch(`${url}/api/products`)).json()) as { sku: string }[]).map(({ sku }) => sku).toSorted()

  const readModels = () => ({ READ_STORE_URL: mongo.url(`models-${databases}`) })
  const keys = () => ({ KEY_STORE_URL: mongo.url(`keys-${databases}`) })
  const jobs = () => ({ JOB_QUEUE_URL: redis.url(databases) })

  test.each([
    ['read models', readModels],
    ['keys', keys],
    ['jobs', jobs],
    ['all but the log', () => ({ ...readModels(), ...keys(), ...jobs() })],
  ])('%s on a server: the shop opens, and is the same after a restart', async (_, addresses) => {
    const first = await start(addresses())
    expect(await shelf(first.url)).toHaveLength(59)
    const before = await shelf(first.url)
    await first.close()
    const second = await start(addresses())
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
    expect(await shelf(second.url)).toEqual(before)
    await second.close()
  })

  test('the log can be on a server while the read models are in a file', async () => {
    const log = await startEventStoreDouble()
    const shop = await start({ EVENT_STORE_URL: log.url })
    expect(await shelf(shop.url)).toHaveLength(59)
    await shop.close()
    await log.close()
  })

  test('read models are rebuilt after their database is dropped, and no key is lost', async () => {
    const addresses = { ...readModels(), ...keys() }
    const shop = await start(addresses)
    await mongo.inDatabase(`models-${databases}`, (db) => db.dropDatabase())
    const sold = await fetch(`${shop.url}/api/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: testPasswords.customer }),
    })
    expect(sold.status).toBe(201)
    await expect
      .poll(() => mongo.inDatabase(`models-${databases}`, (db) => db.collection('users@5').countDocuments()))
      .toBe(2)
    await expect.poll(() => shelf(shop.url)).toHaveLength(59)
    await shop.close()
  })
})
