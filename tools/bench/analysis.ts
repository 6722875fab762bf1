import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBooksAsOf } from '@shop/analysis/as-of/books-as-of'
import { createModelsAsOf } from '@shop/analysis/as-of/models-as-of'
import { createThingsAsOf } from '@shop/analysis/as-of/things'
import { type Copy, openCopy } from '@shop/analysis/copy/open-copy'
import { createExplain } from '@shop/analysis/explain/explain'
import { createTimeline } from '@shop/analysis/timeline/timeline'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { EVENTS_AN_ORDER, makeLogOfOrders } from '../../projections/bench/log-of-orders.ts'
import { median } from './median.ts'

/**
 * `npm run bench:analysis -- --events 1000000`: what analysts wait for over a log of so many events, as of events anywhere in it. What
 * has a promise (the most it may take, at 1,000,000 events) fails the run where its median takes longer. That is held against processor
 * time, which says the same when the machine has other work too.
 */
const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, times: { type: 'string', default: '21' } },
})
const orders = Math.ceil(Number(values.events) / EVENTS_AN_ORDER)
const times = Number(values.times)
/** Later ones are copies, whose streams are called otherwise than the orders in them: they are never listed. */
const MOST_NAMED = 100_000 * EVENTS_AN_ORDER
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'selvedge-analysis-'))
const stop = new AbortController()
try {
  const log = join(folder, 'events.db')
  await makeLogOfOrders(log, orders)
  const store = openSqliteEventReader(log)
  const copy = await openCopy({ folder: join(folder, 'analysis'), store, key: Buffer.alloc(32, 1) })
  const running = copy.run(stop.signal)
  await timed('the copy is built', () => caughtUp(copy))
  const all = (await copy.status()).event
  const models = createModelsAsOf(copy, join(folder, 'analysis'))
  await timed('snapshots are kept', () => models.keepUp(stop.signal))
  say(`\nAs of ${times} events anywhere in ${all.toLocaleString('en-US')}, milliseconds:`)
  say(`  ${''.padEnd(44)}${['processor', 'at most', 'waited'].map((head) => head.padStart(11)).join('')}`)
  await measure(copy, models, all)
  stop.abort()
  await running
  await copy.close()
  await store.close()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(copy: Copy, models: ReturnType<typeof createModelsAsOf>, all: number) {
  const [books, things] = [createBooksAsOf(copy, models.dashboard), createThingsAsOf(copy, models)]
  const [explain, timeline] = [createExplain(copy, models), createTimeline(copy, models.prices)]
  const { things: some } = await things.list('order', { asOf: Math.min(all, MOST_NAMED), limit: 100 })
  const anOrder = (n: number) => some[n % some.length]!._id
  await report('the dashboard', 300, (asOf) => books({ asOf }))
  await report('one order', 20, (_, n) => things.find('order', anOrder(n), all))
  await report('the first page of what a figure is made of', 300, (asOf) => explain({ figure: 'netRevenue', asOf }))
  await report('the same of one day of some years ago', undefined, (asOf) =>
    explain({ figure: 'revenue', asOf, from: '2016-02-01', to: '2016-02-01' }),
  )
  await report('a page of orders', undefined, (asOf) => things.list('order', { asOf, limit: 20 }))
  await report('a page of carts', undefined, (asOf) => things.list('cart', { asOf, limit: 20 }))
  await report('a page of stock', undefined, (asOf) => things.list('stock', { asOf, limit: 20 }))
  await report('the line of time', undefined, timeline)

  async function report(what: string, mostMs: number | undefined, ask: (asOf: number, n: number) => Promise<unknown>) {
    const [took, worked]: [number[], number[]] = [[], []]
    for (let n = 0; n < times; n++) {
      const asOf = Math.ceil((((n * 7) % times) + 0.5) * (all / times))
      const [began, before] = [performance.now(), process.cpuUsage()]
      await ask(asOf, n)
      const { user, system } = process.cpuUsage(before)
      worked.push((user + system) / 1000)
      took.push(performance.now() - began)
    }
    const middle = median(worked)
    const isLate = mostMs !== undefined && middle > mostMs
    if (isLate) process.exitCode = 1
    const promise = mostMs === undefined ? '' : `  of at most ${mostMs}${isLate ? ': TOO LATE' : ''}`
    const columns = [middle, Math.max(...worked), median(took)].map((ms) => ms.toFixed(1).padStart(11))
    say(`  ${what.padEnd(44)}${columns.join('')}${promise}`)
  }
}

async function timed(what: string, work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function caughtUp(copy: Copy) {
  for (;;) {
    const { building, behind } = await copy.status()
    if (!building && behind === 0) return copy.settled()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
