import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { definitionOf } from '@shop/language/all-events'
import { ItemAddedToCart, PurchaseLeftCart } from '@shop/language/cart/events'
import { CheckoutPaid } from '@shop/language/checkout/events'
import type { Event } from '@shop/language/events/event'
import { OrderPlaced, OrderStatusChanged, orderStream } from '@shop/language/order/events'
import { StockReserved, StockTaken } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { type ChainedEvent, chained } from '@shop/stores/event-store/chain'
import { SELECT } from '@shop/stores/event-store/sqlite/reading'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { inTransaction, openSqlite } from '@shop/stores/open-sqlite'

export const EVENTS_AN_ORDER = 6

const CUSTOMERS = 50_007
const PRODUCTS = 2_000
/** An order is shipped after this many newer orders. */
const SHIPPED_AFTER = 5_000
const ORDERS_A_TRANSACTION = 2_000
/**
 * Only this many orders are made one by one. A longer log repeats their rows up to 15 times. In each repetition, another digit of
 * `VARIANTS` replaces the 8 after the third hyphen of an id.
 */
const MOST_MADE = 100_000
const VARIANTS = '89abcdef01234567'
const NAMES = ['Oxford Shirt', 'Linen Trousers', 'Merino Jumper', 'Denim Jacket', 'Silk Scarf', 'Wool Coat']

/** How many of the newest events get chain hashes. A shop that opens the log checks fewer events. */
const CHAINED = 20_000

export async function makeLogOfOrders(file: string, orders: number) {
  await openSqliteEventStore(file).close()
  const db = openSqlite(file, 'NORMAL')
  const made = Math.min(orders, MOST_MADE)
  makeOrders(db, made)
  for (let times = 1; times < orders / made; times++) repeatAll(db, times)
  inTransaction(db, () => chainNewest(db))
  db.close()
}

function chainNewest(db: DatabaseSync) {
  const setHash = db.prepare('UPDATE events SET hash = ? WHERE position = ?')
  const newest = db.prepare(`${SELECT} WHERE position > (SELECT max(position) FROM events) - ? ORDER BY position`)
  let hash = ''
  for (const event of newest.all(CHAINED) as ChainedEvent[]) {
    hash = chained(hash, event)
    setHash.run(hash, event.position)
  }
}

function repeatAll(db: DatabaseSync, times: number) {
  const other = `replace(data, '-8', '-${VARIANTS[times]}')`
  inTransaction(db, () => {
    const { streams, events } = db.prepare(COUNTS).get() as { streams: number; events: number }
    const [streamsBefore, eventsBefore] = [streams / times, events / times]
    db.prepare(`INSERT INTO streams SELECT id + ?, name || '~${times}' FROM streams WHERE id <= ?`).run(
      streams,
      streamsBefore,
    )
    db.prepare(`INSERT INTO events SELECT position + ?, stream + ?, version, id, type, ${other}, metadata, ''
      FROM events WHERE position <= ?`).run(events, streams, eventsBefore)
  })
}
const COUNTS = 'SELECT (SELECT max(id) FROM streams) AS streams, (SELECT max(position) FROM events) AS events'

function makeOrders(db: DatabaseSync, orders: number) {
  const insertStream = db.prepare('INSERT INTO streams (name) VALUES (?)')
  const insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const streams = new Map<string, { id: number; version: number }>()
  let position = 0

  function write(stream: string, event: Event, n: number) {
    const known = streams.get(stream)
    const head = known ?? { id: Number(insertStream.run(stream).lastInsertRowid), version: -1 }
    if (!known) streams.set(stream, head)
    position += 1
    head.version += 1
    const metadata = {
      correlationId: idOf('request', n),
      causationId: idOf('command', position),
      actor: { role: 'customer', id: customerOf(n) },
      schemaVersion: definitionOf(event.type).version,
      recordedAt: timeOf(n),
    }
    const [data, meta] = [JSON.stringify(event.data), JSON.stringify(metadata)]
    insertEvent.run(position, head.id, head.version, idOf('event', position), event.type, data, meta, '')
  }

  for (let from = 0; from < orders; from += ORDERS_A_TRANSACTION)
    inTransaction(db, () => {
      for (let n = from; n < Math.min(orders, from + ORDERS_A_TRANSACTION); n++) {
        for (const [stream, event] of behindOrder(n)) write(stream, event, n)
        // These streams get no more events.
        streams.delete(`checkout-${orderIdOf(n)}`)
        streams.delete(orderStream(orderIdOf(n - SHIPPED_AFTER)))
      }
    })
}

function behindOrder(n: number): readonly (readonly [stream: string, Event])[] {
  const [orderId, customerId, at] = [orderIdOf(n), customerOf(n), timeOf(n)]
  const productId = `product-${(n * 7) % PRODUCTS}`
  const line = { productId, size: 'M', color: 'Navy', quantity: 1 }
  const item = { ...line, name: NAMES[n % NAMES.length]!, image: `/pictures/${productId}.webp`, priceCents: centsOf(n) }
  const captureId = idOf('capture', n)
  const taken = { productId, checkoutId: orderId, lines: sharedPieces(1) }
  const paid = { checkoutId: orderId, providerOrderId: captureId, captureId, amountCents: centsOf(n), held: true }
  const placed = {
    orderId,
    customerId,
    items: [{ ...item, paidCents: centsOf(n), sku: `SKU-${n % PRODUCTS}` }],
    totalCents: centsOf(n),
  }
  const payment = { shippingAddress: null, country: '', paymentMethod: 'PayPal', captureId, paidAt: at, placedAt: at }
  const earlier = Math.max(0, n - SHIPPED_AFTER)
  const facts = { orderId: orderIdOf(earlier), totalCents: centsOf(earlier), placedAt: timeOf(earlier), ...emptyFields }
  return [
    [`cart-${customerId}`, ItemAddedToCart({ ownerId: customerId, item })],
    [`stock-${productId}`, n % 2 ? StockReserved(taken) : StockTaken(taken)],
    [`checkout-${orderId}`, CheckoutPaid({ ...paid, paidAt: at })],
    [orderStream(orderId), OrderPlaced({ ...placed, ...payment })],
    [`cart-${customerId}`, PurchaseLeftCart({ ownerId: customerId, orderId, lines: [line] })],
    [orderStream(facts.orderId), OrderStatusChanged({ ...facts, from: 'Processing', to: 'Shipped' })],
  ]
}

const emptyFields = {
  customerId: '',
  chosenReason: null,
  reason: null,
  trackingNumber: null,
  message: null,
  movesPieces: false,
  at: '',
  refundedCents: 0,
} as const

const orderIdOf = (n: number) => idOf('order', n)
const customerOf = (n: number) => idOf('customer', (n * 31) % CUSTOMERS)
const centsOf = (n: number) => 1_900 + (n % 97) * 100
const timeOf = (n: number) => new Date(Date.UTC(2016, 0, 1) + n * 300_000).toISOString()

function idOf(kind: string, n: number) {
  const hex = createHash('md5').update(`${kind} ${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
