import { ItemAddedToCart } from '@shop/language/events/cart-events'
import { type Event, START } from '@shop/language/events/event'
import { OrderPlaced } from '@shop/language/events/order-events'
import { StockCounted, StockReserved, StockTaken } from '@shop/language/events/stock-events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { projections } from '../src/all.ts'
import { runProjections } from '../src/run-projections.ts'
import { append } from '../src/spec.ts'

/** The rate of rebuilding every read model, compared with only reading the log. `node projections/bench/rebuild.ts [events]` */

const COUNT = Number(process.argv[2] ?? 200_000)
const BATCH = 500

const log = openSqliteEventStore(':memory:')
for (let n = 0; n < COUNT; n += BATCH)
  await append(log, 'stream', ...Array.from({ length: BATCH }, (_, k) => eventOf(n + k)))

const readMs = await processorMs(async () => {
  for await (const { caughtUp } of log.follow(START, new AbortController().signal)) if (caughtUp) break
})
const readStore = openSqliteReadStore(':memory:')
const stop = new AbortController()
const rebuildMs = await processorMs(() => runProjections(projections, log, readStore, stop.signal).caughtUp)
stop.abort()

const perSecond = (ms: number) => `${ms.toFixed(0)} ms, ${Math.round((COUNT / ms) * 1000)} events/s`
console.log(`${COUNT} events read and parsed: ${perSecond(readMs)}`)
console.log(
  `${COUNT} events, all read models rebuilt: ${perSecond(rebuildMs)} (${(readMs / rebuildMs).toFixed(2)} of reading alone)`,
)

function eventOf(n: number): Event {
  const productId = `p${n % 2000}`
  const checkoutId = `o${n}`
  const line = {
    productId,
    name: 'Oxford Shirt',
    image: '/pictures/shirt-1200.webp',
    sku: 'S',
    size: 'M',
    color: 'Red',
  }
  const item = { ...line, quantity: 1, priceCents: 4900 }
  if (n % 10 < 5) return ItemAddedToCart({ ownerId: `c${n % 5003}`, item: { ...item, productId: `p${n % 7}` } })
  if (n % 10 === 5) return StockCounted({ productId, available: 50 })
  if (n % 10 < 8) return StockReserved({ productId, checkoutId, quantity: 1 })
  if (n % 10 === 8) return StockTaken({ productId, checkoutId, quantity: 1 })
  const at = '2026-01-01T00:00:00.000Z'
  return OrderPlaced({
    orderId: checkoutId,
    customerId: `c${n % 5003}`,
    items: [item],
    totalCents: 4900,
    shippingAddress: null,
    paymentMethod: 'PayPal',
    captureId: 'c',
    paidAt: at,
    placedAt: at,
  })
}

async function processorMs(work: () => Promise<unknown>) {
  const start = process.cpuUsage()
  await work()
  return process.cpuUsage(start).user / 1000
}
