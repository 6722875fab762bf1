import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPasswords } from '@shop/command-service/account/passwords'
import { openEventStore } from '@shop/server/open-adapters'
import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import { MongoClient } from 'mongodb'
import { startDistributedShop } from '../../gateway/acceptance/distributed-shop.ts'
import { adminAt, buy, customerAt, guestAt, lineOf, listProduct, PASSWORD } from '../../gateway/acceptance/people.ts'

/**
 * What each kind of request costs each room and server of processor time, and the log and MongoDB of space, over the
 * rooms as they are deployed. Processor time, unlike speed, says the same when the machine has other work too.
 * Linux only (/proc). `node tools/bench/measure-rooms.ts` writes tools/scale/measured-rooms.json.
 */
const AT_ONCE = 8
const SETTLE_MS = 2_000
const IDLE_MS = 5_000
const MICROS_A_TICK = 10_000
const HASHES = 50
const CARTS = 1_000
const EVENTS_A_CART = 20

const rooms: Readonly<Record<string, string>> = {
  'gateway/src/main.ts': 'gateway',
  'command-service/src/main.ts': 'command-service',
  'query-service/src/main.ts': 'query-service',
  'projections/src/main.ts': 'projections',
  mongod: 'mongodb',
  'redis-server': 'redis',
}

/** By room. */
type Micros = Record<string, number>

const shop = await startDistributedShop()
const log = await openEventStore(shop.servers.log.url)
const mongo = await MongoClient.connect(shop.servers.mongo.url())
try {
  const admin = await adminAt(shop.url)
  const shirts = await Promise.all(Array.from({ length: 20 }, () => listProduct(admin, { countInStock: 1_000_000 })))
  const customers = await Promise.all(Array.from({ length: 40 }, () => customerAt(shop.url)))
  const guest = guestAt(shop.url)
  const oneOf = <T>(all: readonly T[], n: number): T => all[n % all.length]!
  const genders = ['Women', 'Men']
  const words = ['shirt', 'denim', 'coat', 'stripe', 'trousers']

  const kinds: Record<string, [number, (n: number) => Promise<unknown>]> = {
    list: [
      4000,
      (n) => guest.get(`/api/products?gender=${oneOf(genders, n)}&maxPrice=${50 + (n % 60)}&sortBy=priceAsc`),
    ],
    search: [2000, (n) => guest.get(`/api/products?search=${oneOf(words, n)}`)],
    detail: [4000, (n) => guest.get(`/api/products/${oneOf(shirts, n)._id}`)],
    cart: [2000, (n) => oneOf(customers, n).get('/api/cart')],
    'add to cart': [1500, (n) => oneOf(customers, n).post('/api/cart', lineOf(oneOf(shirts, n)))],
    'sign in': [150, (n) => guest.post('/api/users/login', { email: oneOf(customers, n).email, password: PASSWORD })],
    register: [100, () => customerAt(shop.url)],
    purchase: [150, (n) => buy(oneOf(customers, n), oneOf(shirts, n))],
  }
  const idle = await idleMicrosPerMs()
  const measured: Record<string, object> = {}
  for (const [kind, [count, ask]] of Object.entries(kinds)) {
    await each(40, ask)
    measured[kind] = await measure(count, ask, idle)
    console.log(kind, JSON.stringify(measured[kind]))
  }
  const inBatches = await measureBatches(idle)
  console.log('an event in a batch', JSON.stringify(inBatches))
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model}, Node ${process.versions.node}`
  const file = new URL('../scale/measured-rooms.json', import.meta.url)
  const date = new Date().toISOString().slice(0, 10)
  const passwordMicros = await measurePassword()
  const facts = { date, machine, loadAverage: rounded(loadavg()[1]!), passwordMicros, inBatches, kinds: measured }
  writeFileSync(file, `${JSON.stringify(facts, undefined, 2)}\n`)
} finally {
  await Promise.all([log.close(), mongo.close()])
  await shop.close()
}

async function measure(count: number, ask: (n: number) => Promise<unknown>, idle: Micros) {
  await sleep(SETTLE_MS)
  const [before, bytesBefore, from, startedMs] = [
    microsNow(),
    await documentBytes(),
    await log.head(),
    performance.now(),
  ]
  await each(count, ask)
  await sleep(SETTLE_MS)
  const [after, tookMs] = [microsNow(), performance.now() - startedMs]
  const micros = Object.entries(after).map(([room, total]) => {
    const own = total - before[room]! - idle[room]! * tookMs
    return [room, Math.max(0, Math.round(own / count))]
  })
  const { events, bytes } = await eventsAfter(from)
  return {
    processorMicros: Object.fromEntries(micros),
    events: rounded(events / count),
    eventBytes: Math.round(bytes / count),
    documentBytes: Math.max(0, Math.round(((await documentBytes()) - bytesBefore) / count)),
  }
}

/** A password is hashed in a thread beside the event loop, so its processor time is measured apart. */
async function measurePassword() {
  const passwords = createPasswords()
  const before = process.cpuUsage()
  for (let n = 0; n < HASHES; n++) await passwords.hash(PASSWORD)
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / HASHES)
}

/** What an event costs all projections together when they are behind and read hundreds at a time. */
async function measureBatches(idle: Micros) {
  for (const one of shop.projections) one.signal('SIGSTOP')
  for (let cart = 0; cart < CARTS; cart++) await log.append(`cart-bench-${cart}`, -1, newEvents(EVENTS_A_CART))
  const [before, startedMs] = [microsNow(), performance.now()]
  for (const one of shop.projections) one.signal('SIGCONT')
  for (let last = before; ; ) {
    await sleep(IDLE_MS)
    const [now, tookMs] = [microsNow(), performance.now() - startedMs]
    const isQuiet = now.projections! - last.projections! < 2 * idle.projections! * IDLE_MS + 2 * MICROS_A_TICK
    if (isQuiet) {
      const cost = (room: string) =>
        Math.max(0, Math.round((now[room]! - before[room]! - idle[room]! * tookMs) / (CARTS * EVENTS_A_CART)))
      return { events: CARTS * EVENTS_A_CART, projections: cost('projections'), mongodb: cost('mongodb') }
    }
    last = now
  }
}

async function each(count: number, ask: (n: number) => Promise<unknown>) {
  let n = 0
  const work = async () => {
    while (n < count) await ask(n++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function idleMicrosPerMs() {
  await sleep(SETTLE_MS)
  const [before, startedMs] = [microsNow(), performance.now()]
  await sleep(IDLE_MS)
  const tookMs = performance.now() - startedMs
  const perMs = Object.entries(microsNow()).map(([room, total]) => [room, (total - before[room]!) / tookMs])
  return Object.fromEntries(perMs) as Micros
}

/** Processor time that the child processes have used so far, summed by room. */
function microsNow() {
  const micros = Object.fromEntries(Object.values(rooms).map((room) => [room, 0])) as Micros
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readOrNothing(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
    if (Number(stat[1]) !== process.pid) continue
    const command = readOrNothing(`/proc/${pid}/cmdline`)
    const room = Object.entries(rooms).find(([program]) => command.includes(program))?.[1]
    if (room) micros[room]! += (Number(stat[11]) + Number(stat[12])) * MICROS_A_TICK
  }
  return micros
}

/** A process may end before its file is read. */
function readOrNothing(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function eventsAfter(from: string) {
  let [events, bytes] = [0, 0]
  const end = await log.head()
  for await (const batch of log.follow(from, AbortSignal.timeout(60_000))) {
    events += batch.events.length
    for (const { data, metadata } of batch.events)
      bytes += JSON.stringify(data).length + JSON.stringify(metadata).length
    if (batch.upTo >= end) break
  }
  return { events, bytes }
}

async function documentBytes() {
  return Number((await mongo.db('read-models').stats()).dataSize)
}

function rounded(value: number) {
  return Math.round(value * 100) / 100
}
