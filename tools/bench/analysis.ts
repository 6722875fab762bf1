import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBooksAsOf } from '@shop/analysis/as-of/books-as-of'
import { createModelsAsOf } from '@shop/analysis/as-of/models-as-of'
import { createThingsAsOf } from '@shop/analysis/as-of/things'
import { type Copy, openCopy } from '@shop/analysis/copy/open-copy'
import { listEvents } from '@shop/analysis/events/list-events'
import { createExplain } from '@shop/analysis/explain/explain'
import { createStreams } from '@shop/analysis/streams/streams'
import { createHistogram } from '@shop/analysis/timeline/histogram'
import { createTimeline } from '@shop/analysis/timeline/timeline'
import type { AnalysisEventQuery } from '@shop/language/analysis/api'
import { orderStream } from '@shop/language/order/events'
import { stockStream } from '@shop/language/stock/events'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { EVENTS_AN_ORDER, makeLogOfOrders } from '../../projections/bench/log-of-orders.ts'
import { measureBuilding } from './building.ts'
import { copyTimesOver } from './copy-times-over.ts'
import { median } from './median.ts'
import { optionsOf } from './options.ts'

/**
 * `npm run bench -- analysis --events 1000000` measures how long analysts wait for answers about a log with `--events` events. The run
 * fails if the median processor time of an answer is above its limit, which is promised for 1,000,000 events. `--over 10` also searches
 * streams and events in a copy that is ten times as long. At the end the bench measures the cost of the first copy, the delay of a new
 * event, and the effect on shoppers. With `--shop ./data`, these last measurements use a copy of that shop's log. That shop must not be
 * running.
 */
const values = optionsOf('npm run bench -- analysis', {
  events: { type: 'string', default: '100000' },
  times: { type: 'string', default: '21' },
  over: { type: 'string', default: '1' },
  shop: { type: 'string' },
})
const orders = Math.ceil(Number(values.events) / EVENTS_AN_ORDER)
const times = Number(values.times)
/**
 * The orders after this event are copies of earlier orders (`makeLogOfOrders`). Lists leave these copies out, because their ids do not name
 * their streams.
 */
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
  say(
    `\nAnswers as of ${times} different events, spread over a log of ${all.toLocaleString('en-US')} events. Times in milliseconds:`,
  )
  say(`  ${''.padEnd(44)}${['processor', 'at most', 'waited'].map((head) => head.padStart(11)).join('')}`)
  const orderId = await measure(copy, models, all)
  if (Number(values.over) > 1) await measureOver(copy, Number(values.over), orderId)
  stop.abort()
  await running
  await copy.close()
  await store.close()
  if (values.shop !== undefined) copyFileSync(join(values.shop, 'events.db'), log)
  await measureBuilding(folder, log)
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(copy: Copy, models: ReturnType<typeof createModelsAsOf>, all: number) {
  const [books, things] = [createBooksAsOf(copy, models.dashboard), createThingsAsOf(copy, models)]
  const [explain, timeline] = [createExplain(copy, models), createTimeline(copy, models.prices)]
  const { things: some } = await things.list('order', { asOf: Math.min(all, MOST_NAMED), limit: 100 })
  const anOrder = (n: number) => some[n % some.length]!._id
  await report(all, 'the dashboard', 300, (asOf) => books({ asOf }))
  await report(all, 'one order', 20, (_, n) => things.find('order', anOrder(n), all))
  await report(all, 'the first page of the events behind a figure', 300, (asOf) =>
    explain({ figure: 'netRevenue', asOf }),
  )
  await report(all, 'the first page for one day some years ago', undefined, (asOf) =>
    explain({ figure: 'revenue', asOf, from: '2016-02-01', to: '2016-02-01' }),
  )
  await report(all, 'a page of orders', undefined, (asOf) => things.list('order', { asOf, limit: 20 }))
  await report(all, 'a page of carts', undefined, (asOf) => things.list('cart', { asOf, limit: 20 }))
  await report(all, 'a page of stock', undefined, (asOf) => things.list('stock', { asOf, limit: 20 }))
  await report(all, 'the timeline', undefined, timeline)
  await measureStreams(copy, all, some[0]!._id)
  return some[0]!._id
}

/** In a longer log these queries must not be slower. */
async function measureStreams(copy: Pick<Copy, 'view' | 'reading'>, all: number, orderId: string, isOver = false) {
  const [found, histogram] = [createStreams(copy), createHistogram(copy)]
  const events = (query: AnalysisEventQuery) => {
    using view = copy.view()
    return copy.reading((connection) => listEvents(connection, view, query))
  }
  const [placed] = await events({ stream: orderStream(orderId), limit: 1 })
  const stock = stockStream(String((placed?.data as { items?: { productId: string }[] })?.items?.[0]?.productId))
  await report(all, 'a stream by its name', 1000, () => found.find(orderStream(orderId), {}))
  await report(all, 'a page in a long stream', 1000, () => found.find(stock, { from: 100 }))
  await report(all, 'events of one stream', 1000, () => events({ stream: orderStream(orderId) }))
  await report(all, 'events of one type', 1000, () => events({ type: 'OrderPlaced' }))
  await report(all, 'the number of events over time', 1000, () => histogram({}))
  // The longer copy has only the table of all events.
  if (!isOver)
    await report(all, 'the number of events of one type over time', 1000, () => histogram({ type: 'OrderPlaced' }))
}

async function measureOver(copy: Copy, times: number, orderId: string) {
  const over = await copyTimesOver(copy, join(folder, 'over'), times)
  using view = over.view()
  say(
    `\nA copy that repeats the events ${times} times, so it has ${view.event.toLocaleString('en-US')} events. Times in milliseconds:`,
  )
  await measureStreams(over, view.event, orderId, true)
}

type Ask = (asOf: number, n: number) => Promise<unknown>

async function report(all: number, what: string, mostMs: number | undefined, ask: Ask) {
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
