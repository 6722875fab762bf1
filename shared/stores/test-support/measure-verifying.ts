import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { newEvents, newStream } from '../src/event-store/contract/log-under-test.ts'
import { openSqliteEventStore } from '../src/event-store/sqlite/sqlite-event-store.ts'
import { verifyLog, verifyTail } from '../src/event-store/sqlite/verify-log.ts'

const EVENTS_A_STREAM = 5

/**
 * Measures how long it takes to verify a log, to read and hash the same bytes, to read and hash the whole file, and to check the log at a
 * start. Returns medians in milliseconds of the processor. `ratio` is the median of the ratios of the rounds, because the speed of a busy
 * machine changes.
 */
export async function measureVerifying(file: string, events: number, rounds: number) {
  await write(file, events)
  const measured = Array.from({ length: rounds }, () => ({
    readMs: timed(() => readRows(file)),
    verifyMs: timed(() => verifyLog(file)),
    fileMs: timed(() => createHash('sha256').update(readFileSync(file)).digest()),
    startMs: timed(() => checkTail(file)),
  }))
  const of = (name: keyof (typeof measured)[number]) => median(measured.map((round) => round[name]))
  const ratio = median(measured.map(({ readMs, verifyMs }) => readMs / verifyMs))
  return { verifyMs: of('verifyMs'), readMs: of('readMs'), fileMs: of('fileMs'), startMs: of('startMs'), ratio }
}

async function write(file: string, events: number) {
  const log = openSqliteEventStore(file)
  for (let written = 0; written < events; written += 100 * EVENTS_A_STREAM)
    await Promise.all(Array.from({ length: 100 }, () => log.append(newStream(), -1, newEvents(EVENTS_A_STREAM))))
  await log.close()
}

/** The minimum work: every stored value of an event, in one hash. */
function readRows(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  const hash = createHash('sha256')
  const rows = db.prepare(`
    SELECT position, name, version, events.id, type, data, metadata, hash
    FROM events JOIN streams ON streams.id = events.stream ORDER BY position`)
  rows.setReturnArrays(true)
  for (const row of rows.iterate() as Iterable<unknown>) hash.update((row as unknown[]).join('\n'))
  db.close()
  return hash.digest()
}

function checkTail(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  verifyTail(db, file, 10_000)
  db.close()
}

function timed(work: () => unknown) {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function median(values: readonly number[]) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}
