import { mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { startMongo } from '@shop/mongodb/test-support/mongo-server'
import { cartProjection } from '@shop/projections/read-models/cart-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import { startRedis } from '@shop/redis/test-support/redis-server'
import { type Fault, type FaultProxy, startFaultProxy } from '@shop/stores/test-support/fault-proxy'
import { freePort } from '@shop/stores/test-support/free-port'
import { startShop } from '../support/shop.ts'
import type { Dependency, Row } from './resilience-table.ts'

type Failing = Readonly<{
  inflict: (fault: Row['faults'][number]) => Promise<void>
  heal: () => Promise<void>
}>

/** Starts a shop with its own servers. Each server is behind a proxy that can fail. */
export async function openWorld() {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-resilience-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const double = opening.adopt(await startEventStoreDouble({ folder }), (server) => server.close())
  const [mongo, redis] = await Promise.all([startMongo(), startRedis()])
  opening.defer(() => Promise.all([mongo.remove(), redis.remove()]).then(() => {}))
  const port = await freePort()
  const wayTo = async (target: number) => opening.adopt(await startFaultProxy(target), (proxy) => proxy.close())
  const ways = {
    log: await wayTo(double.port),
    readModels: await wayTo(mongo.port),
    jobs: await wayTo(redis.port),
    payments: await wayTo(port),
  }
  const uploads = join(folder, 'uploads')

  const start = () =>
    startShop({
      PORT: String(port),
      DEMO: 'off',
      DATA_DIR: folder,
      EVENT_STORE_URL: `esdb://127.0.0.1:${ways.log.port}?tls=false`,
      // The driver must connect directly. Otherwise it would get the server's own address from the server, and would not use the proxy.
      READ_STORE_URL: `mongodb://127.0.0.1:${ways.readModels.port}/shop?directConnection=true`,
      JOB_QUEUE_URL: `redis://127.0.0.1:${ways.jobs.port}`,
      PAYPAL_BASE_URL: `http://127.0.0.1:${ways.payments.port}/simulator/paypal`,
    })
  let shop = await start()
  opening.defer(() => shop.close())

  /** Lets the shop rebuild this read model, and also all read models that share its checkpoint. */
  async function rebuild(projection: string) {
    await shop.close()
    await mongo.inDatabase('shop', (db) =>
      db.collection('positions').deleteMany({ _id: new RegExp(projection) as never }),
    )
    shop = await start()
  }

  const failing: Readonly<Record<Dependency, Failing>> = {
    log: over(ways.log),
    readModels: over(ways.readModels),
    jobs: over(ways.jobs),
    payments: over(ways.payments),
    uploads: disk(join(uploads, 'pending')),
    cartProjection: poisoned(cartProjection, rebuild),
    stockProjection: poisoned(stockProjection, rebuild),
  }
  const opened = opening.move()
  return { url: shop.url, double, mongo, redis, failing, close: () => opened.disposeAsync() }
}
export type World = Awaited<ReturnType<typeof openWorld>>

const over = (way: FaultProxy): Failing => ({ inflict: (fault) => way.inflict(fault as Fault), heal: () => way.heal() })

/** The folder of uploads. It fails in two ways: it is full of unused pictures, or it is missing. */
function disk(pending: string): Failing {
  const aside = `${pending}-aside`
  return {
    async inflict(fault) {
      await mkdir(pending, { recursive: true })
      await rename(pending, aside)
      if (fault === 'gone') return writeFile(pending, 'a file where the folder belongs')
      await mkdir(pending)
      const big = join(pending, `${'0'.repeat(32)}-1200.webp`)
      await writeFile(big, '')
      await truncate(big, 201 * 1024 * 1024)
    },
    async heal() {
      await rm(pending, { recursive: true })
      await rename(aside, pending)
    },
  }
}

type Handlers = Record<string, () => never>

/** A projection that throws at every event. When it is repaired, its read model is rebuilt, and then has the events that were left out. */
function poisoned(
  { on, into }: { on: object; into: { name: string } },
  rebuild: (projection: string) => Promise<void>,
): Failing {
  const sound = { ...on }
  const throwing: Handlers = Object.fromEntries(
    Object.keys(sound).map((type) => [
      type,
      () => {
        throw new Error('Poisoned')
      },
    ]),
  )
  return {
    inflict: async () => void Object.assign(on, throwing),
    async heal() {
      Object.assign(on, sound)
      await rebuild(into.name)
    },
  }
}
