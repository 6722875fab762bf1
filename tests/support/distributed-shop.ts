import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEventStoreProcess } from '@shop/kurrentdb/test-support/eventstore-process'
import { hasMongod, startMongo } from '@shop/mongodb/test-support/mongo-server'
import { hasRedis, startRedis } from '@shop/redis/test-support/redis-server'
import { freePort } from '@shop/stores/test-support/free-port'
import { type RoomProcess, spawnRoom } from './room-process.ts'
import { ADMIN, KEPT_PICTURES, PARTNER } from './shop.ts'

const CATALOG = 59
const READ_MODELS_WITHIN_MS = 30_000

export const hasServers = hasMongod && hasRedis

export type DistributedShop = Awaited<ReturnType<typeof startDistributedShop>>

/**
 * Starts the same processes on this machine as docker-compose.yml: two command-services, two query-services, two projections (one on
 * standby), the simulator and the gateway. With `ANALYSIS: 'on'` there is also the room for analysts. They use MongoDB, Redis and the log
 * server at EVENT_STORE_URL. Without this address, they use a program that behaves like the log server.
 */
export async function startDistributedShop(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-distributed-'))
  const logAt = process.env.EVENT_STORE_URL
  const startLog = logAt ? undefined : startEventStoreProcess({ folder: join(folder, 'log') })
  const [mongo, redis, log] = await Promise.all([startMongo(), startRedis(), startLog])
  const addresses = {
    EVENT_STORE_URL: log?.url ?? logAt ?? '',
    READ_STORE_URL: mongo.url('read-models'),
    KEY_STORE_URL: mongo.url('keys'),
    SNAPSHOT_STORE_URL: mongo.url('snapshots'),
    JOB_QUEUE_URL: redis.url(),
  }
  const common = {
    ...addresses,
    HOST: '127.0.0.1',
    TOKEN_SECRET: 'a secret that all the processes of the test share',
    DATA_DIR: join(folder, 'data'),
    UPLOADS_DIR: join(folder, 'uploads'),
    DEMO_PICTURES_DIR: KEPT_PICTURES,
    PAYPAL_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    RATE_LIMITS: 'off',
    CORS_ORIGINS: PARTNER,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ANALYSIS: 'off',
    ...environment,
  }
  const all: RoomProcess[] = []
  async function room(name: string, more: Record<string, string> = {}, port?: number) {
    const process = spawnRoom(`${name}/src/main.ts`, port ?? (await freePort()), { ...common, ...more })
    all.push(process)
    return process
  }
  const two = async (name: string): Promise<[RoomProcess, RoomProcess]> => [await room(name), await room(name)]
  const urls = (rooms: readonly { url: string }[]) => rooms.map(({ url }) => url).join()

  const simulator = await room('paypal-simulator', {}, Number(new URL(common.PAYPAL_BASE_URL).port))
  const projections = await two('projections')
  const analysis = common.ANALYSIS === 'on' ? [await room('analysis')] : []
  const analysisUrl = { ANALYSIS_URL: urls(analysis) }
  const commands: [RoomProcess, RoomProcess] = [
    await room('command-service', analysisUrl),
    await room('command-service', analysisUrl),
  ]
  const queries = await two('query-service')
  const gateway = await room('gateway', {
    COMMAND_URL: urls(commands),
    QUERY_URL: urls(queries),
    ...analysisUrl,
  })

  async function close() {
    await Promise.all(all.map((one) => one.end('SIGKILL')))
    await Promise.all([mongo.remove(), redis.remove(), log?.end('SIGKILL')])
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await Promise.all(all.map((one) => one.ready()))
    await hasCatalog(gateway.url)
  } catch (error) {
    for (const one of all) console.error(one.output())
    await close()
    throw error
  }
  /** Starts a process that takes the place of a process that has ended. */
  async function again(name: string, rooms: RoomProcess[], ended: RoomProcess) {
    const started = await room(name, {}, Number(new URL(ended.url).port))
    rooms[rooms.indexOf(ended)] = started
    await started.ready()
  }
  return {
    url: gateway.url,
    gateway,
    commands,
    queries,
    projections,
    analysis,
    simulator,
    servers: { mongo, redis, log: { url: addresses.EVENT_STORE_URL } },
    close,
    room,
    startAgain: (query: RoomProcess) => again('query-service', queries, query),
    projectionsAgain: (ended: RoomProcess) => again('projections', projections, ended),
  }
}

/** Waits until the read models show the catalog. The command-services are ready earlier, when the catalog is in the log. */
async function hasCatalog(url: string) {
  const endsAt = performance.now() + READ_MODELS_WITHIN_MS
  let found = 'nothing'
  while (performance.now() < endsAt) {
    const answer = await fetch(`${url}/api/products`)
    const products = (await answer.json()) as unknown[]
    if (answer.ok && products.length === CATALOG) return
    found = answer.ok ? `${products.length} products` : String(answer.status)
    await sleep(50)
  }
  throw new Error(`The read models do not show the catalog: ${found}`)
}
