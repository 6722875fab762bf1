import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@shop/stores/test-support/free-port'
import { adminAt, listProduct } from '../../../gateway/acceptance/people.ts'
import { spawnRoom } from '../../../gateway/acceptance/room-process.ts'
import { ADMIN } from '../../../gateway/acceptance/shop.ts'
import { randomFrom } from '../../../shared/demo/src/random-from.ts'
import { FAILPOINTS } from '../failpoints.ts'
import { checkHistory, type History, strandedMoney } from './check-history.ts'
import { makeSoldShop } from './sold-shop.ts'

export type Plan = Readonly<{
  seed: number
  kills: number
  shoppers: number
  /** Of the shop before anybody comes. */
  events: number
  /** How often an empty shop is started, to compare with. */
  emptyStarts: number
  say?: (line: string) => void
}>

export type Report = Readonly<{
  folder: string
  kills: number
  atFailpoints: number
  history: History
  /** What each verifier of the product says in the end, and what it ended with. */
  verifiers: readonly Readonly<{ name: string; code: number; told: string }>[]
  stranded: readonly string[]
  /** From the last kill's restart until no money was on its way. */
  settledMs: number
  emptyReadyMs: readonly number[]
  readyMs: readonly number[]
}>

const PRODUCTS = 8
/** One kill of four is at a failpoint. */
const EVERY_FAILPOINT = 4
const LONGEST_FAILPOINT_MS = 3_000
const SETTLED_WITHIN_MS = 90_000
const ENVIRONMENT = {
  NODE_ENV: 'test',
  DEMO: 'off',
  RATE_LIMITS: 'off',
  // What a shopper calls a request is what the log calls it.
  TRUST_PROXY: 'on',
  CHECKOUT_TTL_SECONDS: '20',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
}

/** Kills a shop under shoppers again and again, and then compares what they were told with what is there. */
export async function runCrashLab({
  seed,
  kills,
  shoppers,
  events,
  emptyStarts,
  say = () => {},
}: Plan): Promise<Report> {
  const random = randomFrom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-crash-lab-'))
  const dataFolder = join(folder, 'data')
  const port = await freePort()
  const start = (failpoint?: string, data = dataFolder) =>
    spawnRoom('--import ./tools/labs/failpoints.ts embedded/src/main.ts --without-web', port, {
      ...ENVIRONMENT,
      DATA_DIR: data,
      ...(failpoint && { FAILPOINT: failpoint }),
    })

  const emptyReadyMs = await startsOf(() => start(undefined, join(folder, 'empty')), emptyStarts)
  if (emptyStarts > 0) say(`an empty shop is ready after ${told(emptyReadyMs)}`)
  if (events > 0) {
    mkdirSync(dataFolder)
    await makeSoldShop(dataFolder, events)
    say(`${events} events are in the log before`)
  }

  let shop = start()
  await shop.ready()
  const admin = await adminAt(shop.url)
  const shelf = await Promise.all(
    Array.from({ length: PRODUCTS }, (_, n) => listProduct(admin, { name: `Shirt ${n}`, countInStock: 40 })),
  )
  const from = await endOf(dataFolder)
  const journal = join(folder, 'journal.ndjson')
  const words = [shop.url, journal, String(seed), String(shoppers), String(admin.token), JSON.stringify(shelf)]
  const driver = spawn(process.execPath, ['tools/labs/crash/shoppers.ts', ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const shopping = once(driver, 'exit')

  const readyMs: number[] = []
  let atFailpoints = 0
  let isNamed = false
  for (let kill = 1; kill <= kills; kill++) {
    await (isNamed ? Promise.race([shop.exited, sleep(LONGEST_FAILPOINT_MS)]) : sleep(20 + random() * 1_480))
    if (shop.hasEnded()) atFailpoints += 1
    await shop.end('SIGKILL')
    isNamed = kill < kills && (kill + 1) % EVERY_FAILPOINT === 0
    const name = FAILPOINTS[Math.floor(random() * FAILPOINTS.length)]
    shop = start(isNamed ? `${name}:kill:${1 + Math.floor(random() * 12)}` : undefined)
    // It may pass its failpoint before it is ready.
    const ms = await shop.ready().catch((error) => (shop.hasEnded() && isNamed ? undefined : Promise.reject(error)))
    if (ms !== undefined) readyMs.push(ms)
    if (kill % 10 === 0) say(`${kill} kills, ready after ${told(readyMs)}`)
  }

  driver.kill('SIGTERM')
  const [code] = await shopping
  if (code !== 0) throw new Error(`The shoppers ended with ${code}`)
  const begunMs = performance.now()
  let stranded = await strandedMoney(dataFolder)
  for (; performance.now() - begunMs < SETTLED_WITHIN_MS; await sleep(500)) {
    stranded = await strandedMoney(dataFolder)
    if (stranded.length === 0 && (await verify('verify-books', dataFolder, '--settled')).code === 0) break
  }
  const settledMs = performance.now() - begunMs
  await shop.end('SIGTERM')
  const verifiers = await Promise.all([
    verify('verify-log', dataFolder),
    verify('verify-models', dataFolder),
    verify('verify-books', dataFolder, '--settled'),
  ])
  const history = await checkHistory(journal, join(dataFolder, 'events.db'), from)
  return { folder, kills, atFailpoints, history, verifiers, stranded, settledMs, emptyReadyMs, readyMs }
}

async function startsOf(start: () => ReturnType<typeof spawnRoom>, times: number) {
  const readyMs: number[] = []
  for (let n = 0; n <= times && times > 0; n++) {
    const shop = start()
    readyMs.push(await shop.ready())
    await shop.end('SIGTERM')
  }
  // The first of all starts makes the folder.
  return readyMs.slice(1)
}

const PROGRAMS = {
  'verify-log': 'tools/verify-log.ts',
  'verify-models': 'projections/src/verify-models/main.ts',
  'verify-books': 'command-service/src/books/main.ts',
}

function verify(name: keyof typeof PROGRAMS, dataFolder: string, ...words: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<Report['verifiers'][number]>()
  const env = { ...process.env, DATA_DIR: dataFolder }
  const child = execFile(process.execPath, [PROGRAMS[name], ...words], { env, maxBuffer: 2 ** 26 }, (_, out, error) =>
    resolve({ name, code: child.exitCode ?? -1, told: `${error}${out}`.trim() }),
  )
  return promise
}

/** The position of the newest event. */
async function endOf(dataFolder: string) {
  const db = new DatabaseSync(join(dataFolder, 'events.db'), { readOnly: true })
  const end = Number(db.prepare('SELECT max(position) AS end FROM events').get()?.end)
  db.close()
  return String(end).padStart(20, '0')
}

/** Nothing lost, doubled or from nowhere, no money left lying, and nothing that a verifier finds. */
export function wrongIn({ history, verifiers, stranded }: Report): readonly string[] {
  const told = (kind: string, all: readonly string[]) => all.map((what) => `${kind}: ${what}`)
  return [
    ...told('lost', history.lost),
    ...told('doubled', history.doubled),
    ...told('phantom', history.phantom),
    ...told('stranded', stranded),
    ...verifiers.flatMap(({ name, code, told }) => (code === 0 ? [] : [`${name}: ${told}`])),
  ]
}

export const percentile = (ms: readonly number[], share: number) =>
  ms.toSorted((one, other) => one - other)[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0
const told = (ms: readonly number[]) =>
  `${Math.round(percentile(ms, 0.5))} ms (at most ${Math.round(percentile(ms, 1))})`
