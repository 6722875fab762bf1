import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteSnapshotStore } from '@shop/stores/snapshot-store/sqlite/sqlite-snapshot-store'
import type { Comparison, Plan } from '../../tools/bench/compare.ts'
import { median } from '../../tools/bench/median.ts'
import { optionsOf } from '../../tools/bench/options.ts'
import { report } from '../../tools/bench/report.ts'
import { createCommandHandler } from '../src/handler/command-handler.ts'
import { SNAPSHOT_INTERVAL } from '../src/handler/known-stream.ts'
import { stockDecider } from '../src/stock/stock-decider.ts'
import { countedLog } from '../src/test-support/counted-log.ts'
import { appendHistory, commandAt } from './stock-history.ts'

/*
 * Measures the cost of a command on streams of 10, 1,000 and 100,000 events. All events are recent, so the shop still remembers the ids of
 * their commands. A measurement sends as many commands as there are events between two snapshots. So each distance from the last snapshot
 * occurs once. Each command on ten events gets a new stream, because one stream for all these commands would become much longer.
 */
optionsOf('npm run bench -- commands', { json: { type: 'string' } })
const LENGTHS = [10, 1_000, 100_000]
const ROUNDS = 15
const COMMANDS = SNAPSHOT_INTERVAL
const DAYS = 6
const MOST_TIMES_DEARER = 1.5

// The system's temp folder is often in memory, where nothing is synced to a disk.
const folder = mkdtempSync(join(import.meta.dirname, '.commands-'))
const store = openSqliteEventStore(join(folder, 'events.db'))
const snapshots = openSqliteSnapshotStore(join(folder, 'snapshots.db'))
const { log, take } = countedLog(store)
let commandsSent = 0
let shortStreams = 0

const start = () => createCommandHandler(log, { snapshots })
type Process = ReturnType<typeof start>
const by = (causationId: string) => ({ correlationId: 'bench', causationId, actor: { role: 'system' } }) as const
const adjust = (seenCounts: number) => ({ type: 'Adjust', productId: 'shirt', difference: 1, seenCounts }) as const

/** An adjustment costs the most of all commands, because the shop must remember the command's id. */
async function command(process: Process, stream: string) {
  const { state } = await process.load(stockDecider, stream)
  await process.handle(stockDecider, stream, adjust(state.counts), by(`command ${commandsSent++}`))
}

/** Returns the mean processor time and the median time in milliseconds. A mean time would mostly depend on a few slow syncs of the disk. */
async function measure(prepare: () => Promise<() => Promise<unknown>>) {
  const tookMs: number[] = []
  let cpuMicros = 0
  let mostEvents = 0
  for (let n = 0; n < COMMANDS; n++) {
    const run = await prepare()
    take()
    const begun = process.cpuUsage()
    const begunMs = performance.now()
    await run()
    tookMs.push(performance.now() - begunMs)
    const { user, system } = process.cpuUsage(begun)
    cpuMicros += user + system
    mostEvents = Math.max(mostEvents, take().events)
  }
  return { ms: median(tookMs), cpuMs: cpuMicros / COMMANDS / 1_000, mostEventsRead: mostEvents }
}

const streamOf = (length: number) =>
  length > SNAPSHOT_INTERVAL ? `stock-${length}` : `stock-${length}-${shortStreams++}`

async function prepared(length: number) {
  const stream = streamOf(length)
  if (length <= SNAPSHOT_INTERVAL) await appendHistory(log, stream, length, DAYS)
  return stream
}

const sidesOf = (name: string, prepare: (length: number) => Promise<() => Promise<unknown>>) =>
  LENGTHS.map((length) => ({
    name: `${name}, ${length.toLocaleString('en')} events`,
    run: () => measure(() => prepare(length)),
  })) as unknown as Plan['sides']

let warmProcess = start()
let coldProcess = start()
async function warm(length: number) {
  const stream = await prepared(length)
  await warmProcess.load(stockDecider, stream)
  return () => command(warmProcess, stream)
}
async function cold(length: number) {
  const stream = await prepared(length)
  await coldProcess.settled()
  coldProcess = start()
  return () => command(coldProcess, stream)
}
/** A browser repeats a command at once, so the command is among the last few of its stream. */
async function repeatedSoon(length: number) {
  const stream = await prepared(length)
  const ids = Array.from({ length: 5 }, () => `command ${commandsSent++}`)
  for (const id of ids) {
    const { state } = await warmProcess.load(stockDecider, stream)
    await warmProcess.handle(stockDecider, stream, adjust(state.counts), by(id))
  }
  return () => warmProcess.handle(stockDecider, stream, adjust(0), by(ids[0]!))
}
async function repeatedLate(length: number) {
  const stream = await prepared(length)
  await warmProcess.load(stockDecider, stream)
  const version = Math.floor((length - 1) * Math.random())
  return () => warmProcess.handle(stockDecider, stream, adjust(0), by(commandAt(stream, version)))
}

async function yardstick() {
  const stream = `stock-yardstick-${commandsSent++}`
  return () => appendHistory(store, stream, 1, 0)
}

function isEven({ title, sides }: Comparison) {
  const [first, ...others] = sides.map(({ medians }) => Number(medians.ms))
  const dearest = Math.max(...others.map((ms) => ms / first!))
  const most = Math.max(...sides.map(({ medians }) => Number(medians.mostEventsRead)))
  process.stdout.write(
    `${title}: at most ${dearest.toFixed(2)} times the shortest stream's time; one command read at most ${most} events\n\n`,
  )
  return dearest <= MOST_TIMES_DEARER
}

try {
  for (const length of LENGTHS.filter((one) => one > SNAPSHOT_INTERVAL)) {
    await appendHistory(log, `stock-${length}`, length, DAYS)
    await warmProcess.load(stockDecider, `stock-${length}`)
  }
  await warmProcess.settled()
  await report({ title: 'Yardstick', rounds: ROUNDS, sides: [{ name: 'one append', run: () => measure(yardstick) }] })
  const even = [
    isEven(await report({ title: 'Warm', rounds: ROUNDS, sides: sidesOf('warm', warm) })),
    isEven(await report({ title: 'Cold', rounds: ROUNDS, sides: sidesOf('cold', cold) })),
  ]
  // The warm process assumes that no other process writes to its streams, but the cold processes have written to these streams.
  warmProcess = start()
  even.push(
    isEven(await report({ title: 'Repeated at once', rounds: ROUNDS, sides: sidesOf('repeated', repeatedSoon) })),
  )
  isEven(await report({ title: 'Repeated days later', rounds: ROUNDS, sides: sidesOf('late', repeatedLate) }))
  if (even.includes(false)) process.exitCode = 1
} finally {
  await warmProcess.settled()
  await store.close()
  await snapshots.close()
  rmSync(folder, { recursive: true })
}
