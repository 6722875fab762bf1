import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneOf, randomFrom } from '@shop/language/values/random-from'
import { freePort } from '@shop/stores/test-support/free-port'
import { adminAt, listProduct } from '../../../tests/support/people.ts'
import { ADMIN } from '../../../tests/support/shop.ts'
import { FAILPOINTS } from '../failpoints.ts'
import { checkHistory, type History, strandedMoney } from './check-history.ts'
import { makeSoldShop } from './sold-shop.ts'
import { percentile, readyOf, requireKilled, type Shop, type Start, startShop, startsOf } from './starts.ts'
import { HEALED_WITHIN_MS, settled, type Verified, verifyAll } from './verify.ts'

export type Plan = Readonly<{
  seed: number
  kills: number
  /** With 4, every fourth kill is at a failpoint. */
  everyFailpoint: number
  shoppers: number
  events: number
  emptyStarts: number
  say?: (line: string) => void
}>

export type Report = Readonly<{
  folder: string
  kills: number
  atFailpoints: number
  history: History
  verifiers: readonly Verified[]
  stranded: readonly string[]
  /** The time from the end of shopping until all payments were settled. Undefined if this took too long. */
  settledMs: number | undefined
  empty: readonly Start[]
  afterKills: readonly Start[]
}>

const PRODUCTS = 8
const [SHORTEST_LIFE_MS, LONGEST_LIFE_MS] = [20, 1_500]
/** If a shop does not die at its failpoint, the lab kills the shop when the shoppers' journal has grown by this much. */
const LONGEST_LIFE_BYTES = 50_000
const LOOKS_EVERY_MS = 20
/** A process dies when it passes its failpoint the n-th time. n is at most this number. */
const MOST_PASSES = 12
/** A start may take at most this many times the processor time of an empty shop's start. */
const TIMES_EMPTY = 3
const ENVIRONMENT = {
  NODE_ENV: 'test',
  DEMO: 'off',
  RATE_LIMITS: 'off',
  // With a trusted proxy, events get the request ids that shoppers send.
  TRUST_PROXY: 'on',
  CHECKOUT_TTL_SECONDS: '20',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
}

/** Kills a shop again and again while shoppers use it. Then compares the answers that the shoppers received with the log. */
export async function runCrashLab({
  seed,
  kills,
  everyFailpoint,
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
    startShop(port, { ...ENVIRONMENT, DATA_DIR: data }, failpoint)

  const empty = await startsOf(() => start(undefined, join(folder, 'empty')), emptyStarts)
  if (emptyStarts > 0) say(`an empty shop is ready after ${durationsOf(empty)}`)
  if (events > 0) {
    mkdirSync(dataFolder)
    await makeSoldShop(dataFolder, events)
    say(`the log begins with ${events} events`)
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
  const endShopping = beginShopping(words)

  const afterKills: Start[] = []
  let atFailpoints = 0
  let failpoint: string | undefined
  for (let kill = 1; kill <= kills; kill++) {
    if (failpoint) await untilKilledOrBusyFor(LONGEST_LIFE_BYTES, shop, journal)
    else await untilKilledOrOld(shop, random)
    if (shop.hasEnded()) {
      await requireKilled(shop)
      atFailpoints += 1
    }
    await shop.end('SIGKILL')
    failpoint = kill < kills && (kill + 1) % everyFailpoint === 0 ? failpointBy(random) : undefined
    shop = start(failpoint)
    const ready = await readyOf(shop, failpoint)
    if (ready) afterKills.push(ready)
    if (kill % 10 === 0) say(`${kill} kills so far. Time until the shop was ready again: ${durationsOf(afterKills)}`)
  }

  await endShopping()
  const settledMs = await settled(dataFolder)
  await shop.end('SIGTERM')
  const [stranded, verifiers] = await Promise.all([strandedMoney(dataFolder), verifyAll(dataFolder)])
  const history = await checkHistory(journal, join(dataFolder, 'events.db'), from)
  return { folder, kills, atFailpoints, history, verifiers, stranded, settledMs, empty, afterKills }
}

/** The returned function ends the shopping, and throws if the shoppers have failed. */
function beginShopping(words: readonly string[]) {
  const driver = spawn(process.execPath, ['tools/labs/crash/shoppers.ts', ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const shopping = once(driver, 'exit')
  return async () => {
    driver.kill('SIGTERM')
    const [code] = await shopping
    if (code !== 0) throw new Error(`The shoppers ended with ${code}`)
  }
}

async function untilKilledOrOld(shop: Shop, random: () => number) {
  const span = LONGEST_LIFE_MS - SHORTEST_LIFE_MS
  await Promise.race([shop.exited, sleep(SHORTEST_LIFE_MS + random() * span)])
}

async function untilKilledOrBusyFor(bytes: number, shop: Shop, journal: string) {
  const written = () => statSync(journal, { throwIfNoEntry: false })?.size ?? 0
  for (const end = written() + bytes; written() < end && !shop.hasEnded(); ) await sleep(LOOKS_EVERY_MS)
}

const failpointBy = (random: () => number) =>
  `${oneOf(random, FAILPOINTS)}:kill:${1 + Math.floor(random() ** 2 * MOST_PASSES)}`

async function endOf(dataFolder: string) {
  const db = new DatabaseSync(join(dataFolder, 'events.db'), { readOnly: true })
  const end = Number(db.prepare('SELECT max(position) AS end FROM events').get()?.end)
  db.close()
  return String(end).padStart(20, '0')
}

export function wrongIn({ history, verifiers, stranded, settledMs, empty, afterKills }: Report): readonly string[] {
  const labeled = (kind: string, all: readonly string[]) => all.map((what) => `${kind}: ${what}`)
  const mostMs = percentile(processorOf(empty), 0.5) * TIMES_EMPTY
  const slow = empty.length === 0 ? [] : processorOf(afterKills).filter((ms) => ms > mostMs)
  return [
    ...labeled('lost', history.lost),
    ...labeled('doubled', history.doubled),
    ...labeled('phantom', history.phantom),
    ...labeled('stranded', stranded),
    ...(settledMs === undefined ? [`money was still under way after ${HEALED_WITHIN_MS / 1_000} s`] : []),
    ...slow.map(
      (ms) => `slow: ready after ${ms} ms of processor time, more than ${TIMES_EMPTY} × that of an empty shop`,
    ),
    ...verifiers.flatMap(({ name, code, output }) => (code === 0 ? [] : [`${name}: ${output}`])),
  ]
}

const processorOf = (starts: readonly Start[]) => starts.map(({ processorMs }) => processorMs)
const durationsOf = (starts: readonly Start[]) =>
  [starts.map(({ ms }) => ms), processorOf(starts)]
    .map((all) => `${Math.round(percentile(all, 0.5))} ms (at most ${Math.round(percentile(all, 1))})`)
    .join(', processor time ')
