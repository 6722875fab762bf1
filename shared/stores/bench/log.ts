import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { NewEvent } from '@shop/language/events/event'
import { judge } from '../../../tools/bench/judge.ts'
import { median } from '../../../tools/bench/median.ts'
import { optionsOf } from '../../../tools/bench/options.ts'
import type { EventStore } from '../src/event-store/event-store.ts'
import { createSqliteEventStore } from '../src/event-store/sqlite/sqlite-event-store.ts'
import { openSqlite } from '../src/open-sqlite.ts'

optionsOf('npm run bench -- log', {})
/** A disk's speed changes from minute to minute, so only rates of the same round are compared. */
const ROUNDS = 5
const SECTION_MS = 400
/** A new file is slower while it grows. */
const WARM_UP_MS = 150
const WRITERS = 64
const EVENTS_A_STREAM = 20
const LEAST_TIMES_FASTER = 15
const LEAST_EVENTS_A_COMMIT = 10

const EVENT = {
  type: 'CartQuantityChanged',
  data: {
    ownerId: crypto.randomUUID(),
    productId: 'washed-linen-shirt',
    size: 'M',
    color: 'Navy',
    quantity: 2,
    priceCents: 4900,
  },
  metadata: {
    correlationId: crypto.randomUUID(),
    causationId: crypto.randomUUID(),
    actor: { role: 'customer' },
    schemaVersion: 1,
    recordedAt: new Date().toISOString(),
  },
} as const

type Round = { rawPerS: number; sharedPerS: number; aCommit: number; alonePerS: number }

// The system's temp folder is often in memory and never syncs.
const folder = mkdtempSync(join(import.meta.dirname, '.log-'))
try {
  await round(0)
  const rounds: Round[] = []
  for (let number = 1; number <= ROUNDS; number++) rounds.push(await round(number))
  report(rounds)
} finally {
  rmSync(folder, { recursive: true })
}

async function round(number: number): Promise<Round> {
  const rawPerS = measureRaw(join(folder, `raw-${number}`))
  const shared = await measureStore(join(folder, `shared-${number}.db`), WRITERS)
  const alone = await measureStore(join(folder, `alone-${number}.db`), 1)
  return { rawPerS, sharedPerS: shared.perS, aCommit: shared.perCommit, alonePerS: alone.perS }
}

function measureRaw(file: string) {
  const handle = openSync(file, 'a')
  const bytes = Buffer.from(JSON.stringify(newEvent()))
  const endsAt = performance.now() + SECTION_MS
  let count = 0
  for (; performance.now() < endsAt; count++) {
    writeSync(handle, bytes)
    fdatasyncSync(handle)
  }
  closeSync(handle)
  return perSecond(count, SECTION_MS)
}

async function measureStore(file: string, writers: number) {
  const db = openSqlite(file, 'NORMAL')
  const commits = countCommits(db)
  const store = createSqliteEventStore(db, () => {})
  await writeAll(store, writers, WARM_UP_MS)
  commits.count = 0
  const startsAt = performance.now()
  const events = await writeAll(store, writers, SECTION_MS)
  const tookMs = performance.now() - startsAt
  await store.close()
  return { perS: perSecond(events, tookMs), perCommit: events / commits.count }
}

async function writeAll(store: EventStore, writers: number, forMs: number) {
  const untilMs = performance.now() + forMs
  const counts = await Promise.all(Array.from({ length: writers }, () => write(store, untilMs)))
  return counts.reduce((sum, count) => sum + count)
}

async function write(store: EventStore, untilMs: number) {
  let count = 0
  for (let stream = ''; performance.now() < untilMs; count++) {
    const version = count % EVENTS_A_STREAM
    if (version === 0) stream = `cart-${crypto.randomUUID()}`
    await store.append(stream, version - 1, [newEvent()])
  }
  return count
}

function countCommits(db: DatabaseSync) {
  const commits = { count: 0 }
  const exec = db.exec.bind(db)
  db.exec = (sql) => {
    if (sql === 'COMMIT') commits.count += 1
    exec(sql)
  }
  return commits
}

function newEvent(): NewEvent {
  return { ...EVENT, id: crypto.randomUUID() }
}

function report(rounds: readonly Round[]) {
  const timesFaster = median(rounds.map(({ sharedPerS, alonePerS }) => sharedPerS / alonePerS))
  const aCommit = median(rounds.map((one) => one.aCommit))
  const toDisk = (rate: (round: Round) => number) => median(rounds.map((one) => rate(one) / one.rawPerS)).toFixed(2)
  const rate = (of: (round: Round) => number) => Math.round(median(rounds.map(of)))
  console.table({
    'append + fdatasync': { 'per second': rate((one) => one.rawPerS), 'relative to a plain file': '1.00' },
    'one commit per append': {
      'per second': rate((one) => one.alonePerS),
      'relative to a plain file': toDisk((one) => one.alonePerS),
    },
    [`${WRITERS} writers, shared commits`]: {
      'per second': rate((one) => one.sharedPerS),
      'relative to a plain file': toDisk((one) => one.sharedPerS),
      'events per commit': aCommit.toFixed(0),
    },
  })
  judge('the speed of shared commits, divided by the speed of single commits', timesFaster, {
    least: LEAST_TIMES_FASTER,
  })
  judge('events a commit', aCommit, { least: LEAST_EVENTS_A_COMMIT })
}

function perSecond(count: number, ms: number) {
  return (count / ms) * 1000
}
