import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { connect } from '@shop/kurrentdb/client'
import { hasMongod } from '@shop/mongodb/test-support/mongo-server'
import { hasRedis } from '@shop/redis/test-support/redis-server'
import { readConfig } from '@shop/server/config'
import { openJobQueue, openKeyStore, openReadStore, openSnapshotStore } from '@shop/server/open-adapters'
import { type ServerProcess, startServerProcess } from '@shop/stores/test-support/server-process'
import { mongod, redisServer } from '@shop/stores/test-support/servers-at-hand'
import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../embedded/src/main.ts'
import { openPlaces } from '../tools/erasure-places.ts'
import { makeSecrets } from './make-secrets.ts'

/** The user of the health check. Redis accepts any password. */
const HEALTH = { username: 'health', password: 'any' }

/* The secrets of the compose files on real servers. Scripts for mongosh run with the driver instead. */

describe.runIf(hasMongod && hasRedis)('a shop with the secrets of the compose files', () => {
  let folder: string
  let mongo: ServerProcess
  let redis: ServerProcess
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'selvedge-secrets-'))
    makeSecrets(join(folder, 'secrets'))
    ;[mongo, redis] = await Promise.all([startGuardedMongo(), startGuardedRedis()])
    await runSetUpScript()
  })
  afterAll(async () => {
    await Promise.all([mongo?.remove(), redis?.remove()])
    rmSync(folder, { recursive: true })
  })

  const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')
  const root = () => ({ username: 'root', password: secret('mongodb-root-password') })
  const directly = { directConnection: true, serverSelectionTimeoutMS: 1_000 }

  function startGuardedMongo() {
    copyFileSync(join(folder, 'secrets', 'mongodb-key'), join(folder, 'key'))
    chmodSync(join(folder, 'key'), 0o400)
    return startServerProcess({
      name: 'mongod',
      path: mongod!,
      args: (port, data) => [
        ...['--replSet', 'rs0', '--keyFile', join(folder, 'key'), '--bind_ip', '127.0.0.1', '--port', String(port)],
        ...['--dbpath', data, '--nounixsocket', '--wiredTigerCacheSizeGB', '0.5'],
      ],
      /** As at the image's first start: without a user, a client can make only the set and the first user. */
      async isReady(port) {
        const url = `mongodb://127.0.0.1:${port}`
        const client = new MongoClient(url, { ...directly, auth: root() })
        try {
          return (await client.db('admin').command({ hello: 1 })).isWritablePrimary === true
        } catch {
          const stranger = new MongoClient(url, directly)
          const admin = stranger.db('admin')
          const members = [{ _id: 0, host: `127.0.0.1:${port}` }]
          await admin.command({ replSetInitiate: { _id: 'rs0', members } }).catch(() => {})
          await admin
            .command({ createUser: 'root', pwd: root().password, roles: ['root'] })
            .finally(() => stranger.close())
          return false
        } finally {
          await client.close()
        }
      },
    })
  }

  const startGuardedRedis = () =>
    startServerProcess({
      name: 'redis-server',
      path: redisServer!,
      args: (port, data) => [
        ...['--bind', '127.0.0.1', '--port', String(port), '--dir', data, '--save', '', '--appendonly', 'yes'],
        ...['--maxmemory-policy', 'noeviction', '--aclfile', join(folder, 'secrets', 'redis-users')],
      ],
      isReady: async (port) => (await strangerAt(port, HEALTH, (client) => client.ping())) === 'PONG',
    })

  async function strangerAt<T>(port: number, user: object, ask: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis({ ...user, port, lazyConnect: true, retryStrategy: () => null, enableReadyCheck: false })
    client.on('error', () => {})
    try {
      await client.connect()
      return await ask(client)
    } finally {
      client.disconnect()
    }
  }

  /** Runs the health check's script. The stand-in for mongosh knows no users, and makes the users that the script requests. */
  async function runSetUpScript() {
    const wanted: { user: string; pwd: string; roles: object[] }[] = []
    const admin = {
      auth: () => {},
      getUser: () => null,
      createUser: (user: (typeof wanted)[number]) => wanted.push(user),
      runCommand: () => ({ config: { members: [{ _id: 0, host: 'mongo-1:27017' }] } }),
    }
    const exits: number[] = []
    runInNewContext(readFileSync('deploy/mongodb/set-up.js', 'utf8'), {
      require: () => ({ readFileSync: (file: string) => secret(file.replace('/run/secrets/', '')) }),
      process: { env: { MEMBERS: 'mongo-1' } },
      db: { getSiblingDB: () => admin, hello: () => ({ primary: 'mongo-1:27017', isWritablePrimary: true }) },
      quit: (code: number) => exits.push(code),
      print: () => {},
    })
    expect(exits).toEqual([])
    const client = new MongoClient(`mongodb://127.0.0.1:${mongo.port}`, { ...directly, auth: root() })
    for (const { user, pwd, roles } of wanted) await client.db('admin').command({ createUser: user, pwd, roles })
    await client.close()
    expect(wanted).toHaveLength(3)
  }

  /** Replaces the host in a secret's address by this machine. */
  const here = (name: string) =>
    secret(name)
      .replace(/@mongo-1:\d+/, `@127.0.0.1:${mongo.port}`)
      .replace(/@redis:\d+/, `@127.0.0.1:${redis.port}`)
  const addresses = () => ({
    READ_STORE_URL: here('read-store-url'),
    KEY_STORE_URL: here('key-store-url'),
    SNAPSHOT_STORE_URL: here('snapshot-store-url'),
    JOB_QUEUE_URL: here('job-queue-url'),
    COUNTER_STORE_URL: here('counter-store-url'),
  })
  const start = () =>
    startEmbedded(
      readConfig({
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        ANALYSIS: 'off',
        ...addresses(),
      }),
      {
        web: false,
      },
    )

  test('opens and sells', async () => {
    const shop = await start()
    type Offered = { _id: string; sizes: string[]; colors: string[]; countInStock: number }
    const products = (await (await fetch(`${shop.url}/api/products`)).json()) as Offered[]
    // Some garments of the demo are sold out, so choose a garment in stock.
    const { _id: productId, sizes, colors } = products.find(({ countInStock }) => countInStock > 10)!
    const [size, color] = [sizes[0], colors[0]]
    const body = JSON.stringify({ productId, size, color, quantity: 1, guestId: 'guest_1_0123456789012345678901' })
    const headers = { 'content-type': 'application/json' }
    const added = await fetch(`${shop.url}/api/cart`, { method: 'POST', headers, body })
    expect([added.status, added.headers.get('x-consistency')]).toEqual([200, null])
    expect(await (await fetch(`${shop.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    await shop.close()
  })

  test('a search reads what each user may read, and names a store whose address it does not have', async () => {
    await (await start()).close()
    const { SNAPSHOT_STORE_URL: _, ...others } = addresses()
    const unsearched = async (given: Record<string, string>) => {
      const places = await openPlaces(readConfig({ DATA_DIR: join(folder, 'data'), ...given }), [])
      return (await places.search(['Ada']).finally(() => places.close())).unnamed
    }
    expect(await unsearched(addresses())).toEqual([])
    expect(await unsearched(others)).toEqual(['SNAPSHOT_STORE_URL'])
  })

  test.each([
    ['read-store-url', openReadStore],
    ['key-store-url', openKeyStore],
    ['snapshot-store-url', openSnapshotStore],
    ['job-queue-url', askJobQueue],
  ] as const)('%s with a wrong password or without a password opens nothing', async (name, open) => {
    const address = here(name)
    const wrong = address.replace(new URL(address).password, 'f'.repeat(48))
    const none = address.replace(/\/\/[^@]+@/, '//').replace('&authSource=admin', '')
    for (const refused of [wrong, none]) {
      const failure = await open(refused).then(
        () => 'opened',
        (error: Error) => error.message,
      )
      expect(failure).toMatch(/auth|NOAUTH|WRONGPASS|NOPERM|cannot be reached/i)
      expect(failure).not.toContain('f'.repeat(48))
    }
  })

  test('no user reaches the database or the keys of another user, and without a password a client can only ping Redis', async () => {
    const client = new MongoClient(here('read-store-url'), { serverSelectionTimeoutMS: 1_000 })
    await expect(client.db('keys').collection('keys').findOne()).rejects.toThrow(/not authorized/)
    await client.close()
    const limits = new Redis(here('counter-store-url'))
    await limits.set('selvedge:limit:x', '1')
    await expect(limits.set('selvedge:jobs:x', '1')).rejects.toThrow(/NOPERM/)
    await expect(limits.flushall()).rejects.toThrow(/NOPERM/)
    limits.disconnect()
    const read = (user: object) => strangerAt(redis.port, user, (stranger) => stranger.get('selvedge:limit:x'))
    await expect(read({})).rejects.toThrow(/NOAUTH|Connection is closed/)
    await expect(read({ username: 'default', password: 'any' })).rejects.toThrow(/WRONGPASS|Connection is closed/)
    await expect(read(HEALTH)).rejects.toThrow(/NOPERM/)
  })

  test('the health check of Redis finds a server that answers', () => {
    const [, list = ''] = /test: (\["CMD", "redis-cli",.*\])/.exec(readFileSync('docker-compose.yml', 'utf8')) ?? []
    const [, program, ...words] = JSON.parse(list)
    const answer = execFileSync(join(dirname(redisServer!), program), ['-p', String(redis.port), ...words])
    expect(answer.toString()).toBe('PONG\n')
  })

  test('Redis has every job again after a restart', async () => {
    const address = here('job-queue-url')
    const before = await openJobQueue(address, Date.now)
    const jobs = ['1', '2', '3'].map((id) => ({ id, command: { type: 'PlaceOrder', checkoutId: id } as const }))
    await before.add('buying', '7', jobs)
    await before.close()
    await redis.end()
    await redis.start()
    const after = await openJobQueue(address, Date.now)
    const handled: string[] = []
    const stop = new AbortController()
    const working = after.work(async ({ id }) => void handled.push(id), stop.signal)
    await expect.poll(() => handled.toSorted(), { timeout: 10_000 }).toEqual(['1', '2', '3'])
    expect(await after.checkpoint('buying')).toBe('7')
    stop.abort()
    await working
    await after.close()
  })

  test('the log’s address names a user, TLS and the authority’s certificate, as the client requires', () => {
    for (const name of ['event-store-url', 'cluster-event-store-url']) {
      const address = secret(name).replace(
        encodeURIComponent('/run/secrets/log-ca'),
        join(folder, 'secrets', 'log-ca.crt'),
      )
      expect(address).toMatch(/^esdb:\/\/admin:[0-9a-f]{48}@log-1:2113[^?]*\?tls=true&tlsCAFile=/)
      expect(() => connect(address)).not.toThrow()
      expect(() => connect(address.replace('log-ca.crt', 'no-such-file'))).toThrow()
      expect(readConfig({ EVENT_STORE_URL: secret(name) }).stores.events).toBe(secret(name))
    }
  })
})

/** A queue opens even without a server, so a query shows whether there is a server. */
async function askJobQueue(address: string) {
  const queue = await openJobQueue(address, Date.now)
  await queue.checkpoint('any').finally(() => queue.close())
}
