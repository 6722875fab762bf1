import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'

/*
 * Builds all read models of a log once and prints one line of figures, in its own process and heap.
 * `node projections/bench/rebuild-once.ts <checkout> <log> <read models> [names]`
 * `checkout`: the folder with the code of this release, or of an earlier release with its packages installed.
 * `read models`: a file, or the address of a MongoDB server, on which each run uses a new database.
 * `names`: the names, without versions, of the read models to build. By default, all are built.
 */

const LOOK_MS = 10
const [checkout = '', logFile = '', readModelsPlace = '', names] = process.argv.slice(2)
const stores = join(checkout, 'shared/stores/src')
const places = existsSync(stores)
  ? [
      `${stores}/event-store/sqlite/sqlite-event-store.ts`,
      `${stores}/event-store/shop-log.ts`,
      `${stores}/key-store/sqlite/sqlite-key-store.ts`,
      `${stores}/read-store/sqlite/sqlite-read-store.ts`,
    ]
  : ['event-store/sqlite', 'event-store/shop-log', 'key-store/sqlite', 'read-store/sqlite'].map((module) =>
      join(checkout, `shared/src/${module}.ts`),
    )
const [events, shopLog, keys, readModels] = await Promise.all(places.map((place) => import(place)))
const { runProjections } = await import(join(checkout, 'projections/src/run-projections.ts'))
const { projections } = await import(join(checkout, 'projections/src/all.ts'))

const store = events.openSqliteEventStore(logFile)
const log = shopLog.createShopLog(store, keys.openSqliteKeyStore(':memory:'))
const readStore = readModelsPlace.startsWith('mongodb:')
  ? await openOnServer(`${readModelsPlace}${crypto.randomUUID()}`)
  : readModels.openSqliteReadStore(readModelsPlace)
const stop = new AbortController()

let heapMb = 0
let lagMs = 0
let seenMs = performance.now()
const looking = setInterval(() => {
  lagMs = Math.max(lagMs, performance.now() - seenMs - LOOK_MS)
  seenMs = performance.now()
  heapMb = Math.max(heapMb, getHeapStatistics().used_heap_size / 1e6)
}, LOOK_MS)

const begunMs = performance.now()
const begun = process.cpuUsage()
const isBuilt = ({ into }: { into: { name: string } }) => names?.split(',').includes(into.name.split('@')[0]!) ?? true
const running = runProjections(projections.filter(isBuilt), log, readStore, stop.signal)
await running.caughtUp
const used = process.cpuUsage(begun)
const wallMs = performance.now() - begunMs
clearInterval(looking)
stop.abort()
await running.done
const count = Number((await log.head()).split('.').at(-1))
await Promise.all([readStore.close(), store.close()])
const cpuMs = (used.user + used.system) / 1000
const figures = {
  cpuMs,
  wallMs,
  eventsPerS: (count / wallMs) * 1000,
  eventsPerCpuS: (count / cpuMs) * 1000,
  heapMb,
  lagMs,
}
process.stdout.write(`${JSON.stringify(figures)}\n`)

async function openOnServer(address: string) {
  const { openMongoReadStore } = await import(join(checkout, 'shared/mongodb/src/read-store/mongodb-read-store.ts'))
  return openMongoReadStore(address)
}
