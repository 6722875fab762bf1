import type { Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { replaceDocuments } from '@shop/stores/read-store/contract/shelf'
import type { ProjectionName } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { judge } from '../../../tools/bench/judge.ts'
import { median } from '../../../tools/bench/median.ts'
import { optionsOf } from '../../../tools/bench/options.ts'
import { openMongoReadStore } from '../src/read-store/mongodb-read-store.ts'
import { startMongo } from '../test-support/mongo-server.ts'

/* `npm run bench -- read-store`: READ_STORE_URL names an empty database. Without this variable, a mongod is started on this machine. */
optionsOf('npm run bench -- read-store', {})

const ROUNDS = 5
const EVENTS_IN_BATCHES = 20_000
const EVENTS_ONE_BY_ONE = 500
const BATCH = 1_000
const LEAST_IN_BATCHES = 5_000

const address = process.env.READ_STORE_URL
const server = address ? undefined : await startMongo()
const store = await openMongoReadStore(address ?? server?.url('bench') ?? '')
try {
  await round()
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let number = 0; number < ROUNDS; number++) rounds.push(await round())
  const inBatches = median(rounds.map((one) => one.inBatches))
  console.table({
    [`steps of ${BATCH} events`]: { 'events a second': Math.round(inBatches) },
    'steps of one event': { 'events a second': Math.round(median(rounds.map((one) => one.oneByOne))) },
    'a rebuild’s documents': { 'events a second': Math.round(median(rounds.map((one) => one.rebuilt))) },
  })
  judge('events a second in catch-up', inBatches, { least: LEAST_IN_BATCHES })
} finally {
  await store.close()
  await server?.remove()
}

async function round() {
  return {
    inBatches: await perSecond(EVENTS_IN_BATCHES, () => catchUp(EVENTS_IN_BATCHES, BATCH)),
    oneByOne: await perSecond(EVENTS_ONE_BY_ONE, () => catchUp(EVENTS_ONE_BY_ONE, 1)),
    rebuilt: await perSecond(EVENTS_IN_BATCHES, () => rebuild(EVENTS_IN_BATCHES)),
  }
}

async function catchUp(events: number, batch: number) {
  const projection: ProjectionName = `orders-${crypto.randomUUID()}@1`
  for (let from = START, done = 0; done < events; done += batch) {
    const documents = Array.from({ length: batch }, (_, n) => orderOf(done + n))
    const to = String(done + batch).padStart(20, '0')
    const writes = documents.map((document) => ({ id: document._id, document }))
    await store.commit(stepOf(projection, from, to, writes))
    from = to
  }
}

function rebuild(events: number) {
  const collection = {
    name: `orders-${crypto.randomUUID()}@1`,
    searchedBy: ['customerId', 'placedAt', 'status'],
  } as const
  const documents = Array.from({ length: events }, (_, n) => orderOf(n))
  return replaceDocuments(store, collection, documents, '1')
}

type Order = Document & { customerId: string; placedAt: string; status: string; lines: readonly object[] }

function orderOf(n: number): Order {
  const line = {
    productId: `p${n % 100}`,
    name: 'Washed linen shirt',
    size: 'M',
    color: 'Navy',
    quantity: 2,
    priceCents: 4900,
  }
  return {
    _id: `order-${n}`,
    customerId: `c${n % 1000}`,
    placedAt: new Date(1.7e12 + n * 1000).toISOString(),
    status: 'Processing',
    lines: [line, line],
  }
}

async function perSecond(count: number, work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return (count / (performance.now() - start)) * 1000
}
