import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { processorMsOf } from '../../labs/crash/starts.ts'
import { compare, type Figures, type Side } from '../compare.ts'
import { judge } from '../judge.ts'
import { memoryOf } from '../memory-of.ts'
import { optionsOf } from '../options.ts'
import { appendsOf } from './appends-of.ts'
import { type Addresses, type Answer, askAt } from './calls.ts'
import { makeFilledShop } from './filled-shop.ts'
import type { Answers } from './limit-program.ts'
import type { Job, Loaded } from './load.ts'
import { openLog, openShop, type Shop, type Version } from './open-shop.ts'
import { otherVersion } from './other-version.ts'
import { instruct, program } from './programs.ts'
import type { Appending } from './raw-appends.ts'
import { growthOf, growthTable, type Memory, memoryTable, type Result, rowsTable } from './result.ts'
import { type Known, type Row, rows } from './rows.ts'

/*
 * `npm run bench` measures how many answers the shop gives in a second, and what each answer costs. It compares the shop with the smallest
 * program that gives the same answers, or on a log server with the same appends. EVENT_STORE_URL names an empty log server; without it, a
 * double is started. `--rows list,add` chooses rows. `--products 1000,10000` and `--events 1000,1000000` choose sizes; `--full` chooses all
 * sizes that have a goal. Each number of products is measured with the first number of events, and each number of events with the first
 * number of products. `--seconds` and `--rounds` set the duration, `--against <commit or folder>` also measures another version, and
 * `--json FILE` writes the figures. A missed goal fails the run.
 */
const isFull = process.argv.includes('--full')
const values = optionsOf('npm run bench -- shop', {
  rows: { type: 'string', default: rows.map(({ name }) => name).join() },
  full: { type: 'boolean' },
  products: { type: 'string', default: isFull ? '1000,10000,100000' : '1000' },
  events: { type: 'string', default: isFull ? '1000,1000000' : '1000' },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '3' },
  against: { type: 'string' },
  json: { type: 'string' },
})
const numbers = (text: string) => text.split(',').map(Number)
const chosen = values.rows.split(',').map((name) => rows.find((row) => row.name === name) ?? unknownRow(name))
const [products, events] = [numbers(values.products), numbers(values.events)]
const sizes = [
  ...products.map((count) => ({ products: count, events: events[0]! })),
  ...events.slice(1).map((count) => ({ products: products[0]!, events: count })),
]
const versions: readonly Version[] = [
  { name: 'this version', checkout: resolve(import.meta.dirname, '../../..') },
  ...(values.against ? [otherVersion(values.against)] : []),
]
const seconds = Number(values.seconds)
/** After this many calls, each guest's cart has three lines. This is also the average during a run. */
const CALLS = 600
const MIB = 2 ** 20
const QUESTIONED = { products: 10_000, mostMs: 1 }
const say = (text: string) => process.stdout.write(`${text}\n`)

// The system's folder for temporary files is often in memory, where nothing is synced to a disk.
const folder = mkdtempSync(join(import.meta.dirname, '.shops-'))
const results: Result[] = []
const memory: Memory[] = []
const load = program('load.ts')
try {
  for (const size of sizes) await measureOver(size, 'file')
  await measureOver({ products: 20, events: 0 }, 'server')
} finally {
  load.kill()
  rmSync(folder, { recursive: true })
}
const growth = growthOf(results)
say(`${rowsTable(results)}\n\n${memoryTable(memory)}`)
if (growth.length > 0) say(`\n${growthTable(growth)}`)
if (growth.some(({ isMet }) => !isMet)) process.exitCode = 1
for (const { sides } of results.filter(({ row, products }) => row === 'question' && products === QUESTIONED.products))
  judge('processor ms of a new question', sides[1]!.medians.micros! / 1000, { most: QUESTIONED.mostMs })
if (values.json) writeFileSync(values.json, `${JSON.stringify({ results, memory, growth }, undefined, 2)}\n`)

async function measureOver(size: Readonly<{ products: number; events: number }>, on: Row['on']) {
  const own = chosen.filter((row) => row.on === on)
  if (own.length === 0) return
  await using opening = new AsyncDisposableStack()
  const place = join(folder, `${on}-${size.products}-${size.events}`)
  opening.defer(() => rmSync(place, { recursive: true }))
  mkdirSync(place)
  const data = on === 'file' ? join(place, 'data') : undefined
  if (data) await makeFilledShop(data, size)
  const shops: (Shop & Version)[] = []
  for (const [at, version] of versions.entries())
    shops.push({ ...version, ...(await openShop(opening, version, join(place, `shop-${at}`), data)) })
  const limit = await (on === 'file' ? httpLimit(opening, place) : appendLimit(opening, place))
  for (const row of own) {
    const first = shops[0]!
    const sides: readonly [Side, ...Side[]] = [await limit(row, first), ...shops.map((shop) => sideOf(row, shop))]
    const { sides: measured } = await compare({ title: row.name, sides, rounds: Number(values.rounds) })
    results.push({ row: row.name, says: row.says, ...size, sides: measured })
    say(`${row.name}: ${measured.map(({ name, medians }) => `${name} ${Math.round(medians.perS!)}/s`).join(', ')}`)
  }
  for (const { name: version, pid, idleBytes } of shops)
    memory.push({ ...size, version, idleMiB: idleBytes / MIB, loadedMiB: memoryOf(pid) / MIB })
}

type Asked = Pick<Shop & Version, 'name' | 'to' | 'known' | 'pid'>

function sideOf(row: Row, { name, to, known, pid }: Asked): Side {
  const job: Job = { row: row.name, to, known, seconds }
  return { name, run: () => withCost(pid, () => instruct<Loaded>(load, job)) }
}

/** For a shop with its log in a file. Starts the smallest program that answers a row's requests with the same bytes. */
async function httpLimit(opening: AsyncDisposableStack, place: string) {
  const bare = program('limit-program.ts', join(place, 'limit.db'))
  opening.defer(() => void bare.kill())
  const [{ port }] = (await once(bare, 'message')) as [AddressInfo]
  const url = `http://127.0.0.1:${port}`
  return async (row: Row, { to, known }: Shop): Promise<Side> => {
    await instruct(bare, await answersOf(row, to, known))
    return sideOf(row, { name: 'bare Koa', to: { url, provider: url }, known, pid: bare.pid! })
  }
}

async function answersOf(row: Row, to: Addresses, known: Known): Promise<Answers> {
  const answers: [string, Answer][] = []
  const ask = askAt(to, ({ method, path }, answer) => answers.push([`${method} ${path}`, answer]))
  if ('walk' in row) await row.walk(ask, known, 0)
  else if ('repeat' in row) for (const call of row.repeat(known)) await ask(call)
  else for (let n = 0; n < CALLS; n += 1) await ask(row.next(known, n))
  return answers
}

/** For a shop on a log server. Starts writers on the same server, or on a second double. They make only the row's appends. */
async function appendLimit(opening: AsyncDisposableStack, place: string) {
  const writers = program('raw-appends.ts')
  opening.defer(() => void writers.kill())
  const url = await openLog(opening, join(place, 'limit'))
  return async (row: Row, shop: Shop): Promise<Side> => {
    const appends = await appendsOf(row, shop)
    const job: Appending = { url, appends, writers: row.connections, seconds }
    return {
      name: `${appends.length} raw appends`,
      run: () => withCost(writers.pid!, () => instruct<Loaded>(writers, job)),
    }
  }
}

async function withCost(pid: number, run: () => Promise<Loaded>): Promise<Figures> {
  const beforeMs = processorMsOf(pid)
  const { count, ...figures } = await run()
  return { ...figures, micros: (1000 * (processorMsOf(pid) - beforeMs)) / count }
}

function unknownRow(name: string): never {
  throw new Error(`There is no row ${name}. Choose from ${rows.map((row) => row.name).join(', ')}`)
}
