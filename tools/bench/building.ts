import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Copy, openCopy } from '@shop/analysis/copy/open-copy'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { freePort } from '@shop/stores/test-support/free-port'
import { spawnRoom } from '../../tests/support/room-process.ts'
import { judge } from './judge.ts'
import { median } from './median.ts'

type Built = Readonly<{ events: number; processorMs: number; memoryBytes: number }>

const CHILD = fileURLToPath(import.meta.resolve('./build-copy.ts'))
const PARSER = fileURLToPath(import.meta.resolve('./parse-log.ts'))
/** `npm start` gives the analysts' room these options of Node (embedded/src/run-analysis.ts). */
const execArgv = ['--max-semi-space-size=8']
const MIB = 2 ** 20
const APPENDED = 20
const ROUNDS = 5
/**
 * The build runs and pauses in turns of this length. The shop's pages are read in all turns, so other work on the machine slows reads with
 * and without a build equally.
 */
const TURN_MS = 500
const MOST_TURNS = 120

/**
 * Compares the time for the first copy of a log with the time for parsing the log's JSON. Then measures how soon the copy has a new event
 * of the log.
 */
export async function measureBuilding(folder: string, log: string) {
  process.stdout.write('\nThe copy:\n')
  const [parses, builds]: [number[], Built[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(join(folder, 'built'), { recursive: true, force: true })
    parses.push(await timeToParse(log))
    builds.push(await buildCopy(log, join(folder, 'built')).done)
  }
  const [parseMs, builtMs] = [median(parses), median(builds.map(({ processorMs }) => processorMs))]
  const memoryBytes = Math.max(...builds.map((built) => built.memoryBytes))
  process.stdout.write(
    `  ${builds[0]!.events} events: parsed in ${parseMs.toFixed(0)} ms, copied in ${builtMs.toFixed(0)} ms\n`,
  )
  judge('the time to parse the log, divided by the time to copy it', parseMs / builtMs, { least: 0.08 })
  judge('the most memory of the process, in MiB', memoryBytes / MIB, { most: 512 })
  judge('the longest time until the copy has a new event, in ms', await timeToHead(folder, log), { most: 2000 })
  await measureReads(folder, log)
}

async function measureReads(folder: string, log: string) {
  const shop = spawnRoom('embedded/src/main.ts', await freePort(), {
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'shop'),
    DEMO: 'on',
    RATE_LIMITS: 'off',
  })
  try {
    await shop.ready()
    await readFor(shop.url, 4 * TURN_MS)
    const building = buildCopy(log, join(folder, 'built-meanwhile'))
    const isDone = { yes: false }
    const end = () => {
      isDone.yes = true
    }
    building.done.then(end, end)
    await building.begun
    const [without, meanwhile]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < MOST_TURNS && !isDone.yes; turn++) {
      building.child.kill('SIGSTOP')
      without.push(...(await readFor(shop.url, TURN_MS)))
      building.child.kill('SIGCONT')
      meanwhile.push(...(await readFor(shop.url, TURN_MS)))
    }
    await building.done
    const at = (share: number) => [without, meanwhile].map((took) => percentile(took, share).toFixed(1)).join(' and ')
    const ratio = (share: number) => percentile(meanwhile, share) / percentile(without, share)
    process.stdout.write(`  ${without.length} reads without a build, ${meanwhile.length} during a build: `)
    process.stdout.write(`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`)
    judge('p50 of reads during a build, divided by p50 without a build', ratio(0.5), { most: 1.5 })
    judge('p99 of reads during a build, divided by p99 without a build', ratio(0.99), { most: 3 })
  } finally {
    await shop.end('SIGTERM')
  }
}

/** Returns ms of processor time. The process is new, because a process that has parsed before would be faster. */
async function timeToParse(log: string): Promise<number> {
  const child = fork(PARSER, [log], { execArgv })
  const [{ processorMs }] = (await Promise.race([once(child, 'message'), failed(child)])) as [
    Pick<Built, 'processorMs'>,
  ]
  await once(child, 'exit')
  return processorMs
}

function buildCopy(log: string, to: string) {
  const child: ChildProcess = fork(CHILD, [log, to], { execArgv })
  const begun = Promise.race([once(child, 'message'), failed(child)])
  const done = begun.then(async () => {
    const [built] = (await Promise.race([once(child, 'message'), failed(child)])) as [Built]
    await once(child, 'exit')
    return built
  })
  return { child, begun, done }
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`the copy was not built: ${code}`)
}

/** Appends events one by one. Returns the longest time in ms until a complete copy of the log had the new event. */
async function timeToHead(folder: string, log: string): Promise<number> {
  const [store, writer] = [openSqliteEventReader(log), openSqliteEventStore(log)]
  const copy = await openCopy({ folder: join(folder, 'built'), store, key: Buffer.alloc(32, 1) })
  const stop = new AbortController()
  const running = copy.run(stop.signal)
  const took: number[] = []
  const data = { productId: 'bench' }
  const metadata = { correlationId: 'b', causationId: 'b', actor: { role: 'system' }, schemaVersion: 1 } as const
  for (let n = 0; n < APPENDED; n++) {
    const recorded = { ...metadata, recordedAt: new Date().toISOString() }
    const before = copy.newest()
    await writer.append(`product-bench-${n}`, -1, [
      { id: `bench-${n}`, type: 'ProductDeleted', data, metadata: recorded },
    ])
    const begun = performance.now()
    await untilCopied(copy, before + 1)
    took.push(performance.now() - begun)
  }
  stop.abort()
  await running
  await copy.close()
  await writer.close()
  await store.close()
  return Math.max(...took)
}

async function untilCopied(copy: Pick<Copy, 'newest'>, event: number) {
  while (copy.newest() < event) await sleep(2)
}

/** Returns how many ms each read took. */
async function readFor(url: string, ms: number): Promise<readonly number[]> {
  const took: number[] = []
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const begun = performance.now()
    const answer = await fetch(`${url}/api/products?limit=24&page=${1 + (took.length % 3)}`)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`a list of products was answered with ${answer.status}`)
    took.push(performance.now() - begun)
  }
  return took
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
