import { createHash } from 'node:crypto'
import { definitionOf } from '@shop/language/events/all'
import { ItemAddedToCart, PurchaseLeftCart } from '@shop/language/events/cart-events'
import { CheckoutPaid } from '@shop/language/events/checkout-events'
import type { Event } from '@shop/language/events/event'
import { OrderPlaced, OrderStatusChanged, orderStream } from '@shop/language/events/order-events'
import { StockReserved, StockTaken } from '@shop/language/events/stock-events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { inTransaction, openSqlite } from '@shop/stores/open-sqlite'

/** The events of each order. */
export const EVENTS_AN_ORDER = 6

const CUSTOMERS = 50_007
const PRODUCTS = 2_000
/** An order is shipped after this many later orders. */
const SHIPPED_AFTER = 5_000
const ORDERS_A_TRANSACTION = 2_000
const NAMES = ['Oxford Shirt', 'Linen Trousers', 'Merino Jumper', 'Denim Jacket', 'Silk Scarf', 'Wool Coat']

/** Fills a new file with the log of a shop that has sold: rows as the event store writes them, without their chain of hashes. */
export async function makeLogOfOrders(file: string, orders: number) {
  await openSqliteEventStore(file).close()
  const db = openSqlite(file, 'NORMAL')
  const insertStream = db.prepare('INSERT INTO streams (name) VALUES (?)')
  const insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const streams = new Map<string, { id: number; version: number }>()
  let position = 0

  function write(stream: string, event: Event, n: number, isKept = true) {
    let head = streams.get(stream)
    if (!head) {
      head = { id: Number(insertStream.run(stream).lastInsertRowid), version: -1 }
      if (isKept) streams.set(stream, head)
    }
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
      for (let n = from; n < Math.min(orders, from + ORDERS_A_TRANSACTION); n++) writeOrder(n)
    })
  db.close()

  function writeOrder(n: number) {
    const [orderId, ownerId] = [orderIdOf(n), customerOf(n)]
    const productId = `product-${(n * 7) % PRODUCTS}`
    const line = { productId, size: 'M', color: 'Navy' }
    const item = {
      ...line,
      name: NAMES[n % NAMES.length]!,
      image: `/pictures/${productId}-1200.webp`,
      sku: `SKU-${n % PRODUCTS}`,
      quantity: 1,
      priceCents: 1_900 + (n % 97) * 100,
    }
    const { sku: _, ...inCart } = item
    write(`cart-${ownerId}`, ItemAddedToCart({ ownerId, item: inCart }), n)
    write(
      `stock-${productId}`,
      n % 2
        ? StockReserved({ productId, checkoutId: orderId, quantity: 1 })
        : StockTaken({ productId, checkoutId: orderId, quantity: 1 }),
      n,
    )
    const captureId = idOf('capture', n)
    write(
      `checkout-${orderId}`,
      CheckoutPaid({
        checkoutId: orderId,
        providerOrderId: 'p',
        captureId,
        amountCents: item.priceCents,
        paidAt: timeOf(n),
        held: true,
      }),
      n,
      false,
    )
    write(
      orderStream(orderId),
      OrderPlaced({
        orderId,
        customerId: ownerId,
        items: [item],
        totalCents: item.priceCents,
        shippingAddress: null,
        paymentMethod: 'PayPal',
        captureId,
        paidAt: timeOf(n),
        placedAt: timeOf(n),
      }),
      n,
      true,
    )
    write(`cart-${ownerId}`, PurchaseLeftCart({ ownerId, orderId, lines: [{ ...line, quantity: 1 }] }), n)
    const shipped = n >= SHIPPED_AFTER ? n - SHIPPED_AFTER : n
    write(
      orderStream(orderIdOf(shipped)),
      OrderStatusChanged({
        orderId: orderIdOf(shipped),
        from: 'Processing',
        to: 'Shipped',
        totalCents: 1_900 + (shipped % 97) * 100,
        placedAt: timeOf(shipped),
      }),
      n,
    )
    if (n >= SHIPPED_AFTER) streams.delete(orderStream(orderIdOf(shipped)))
  }
}

const orderIdOf = (n: number) => idOf('order', n)
const customerOf = (n: number) => idOf('customer', (n * 31) % CUSTOMERS)
const timeOf = (n: number) => new Date(Date.UTC(2016, 0, 1) + n * 300_000).toISOString()

/** An id derived from its arguments. */
function idOf(kind: string, n: number) {
  const hex = createHash('md5').update(`${kind} ${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
