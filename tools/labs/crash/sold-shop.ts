import { join } from 'node:path'
import { definitionOf } from '@shop/language/events/all'
import { ItemAddedToCart, PurchaseLeftCart } from '@shop/language/events/cart-events'
import { CheckoutFinalized, CheckoutPaid, CheckoutStarted, StockHeld } from '@shop/language/events/checkout-events'
import type { Event } from '@shop/language/events/event'
import { OrderPlaced } from '@shop/language/events/order-events'
import { ProductListed } from '@shop/language/events/product-events'
import { SHARED, StockCounted, StockReserved, StockTaken } from '@shop/language/events/stock-events'
import { idFrom } from '@shop/language/id-from'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { processes } from '@shop/projections/processes/all'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteJobQueue } from '@shop/stores/job-queue/sqlite/sqlite-job-queue'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'

const PRODUCTS = 20
const CUSTOMERS = 500
const AT_ONCE = 400
const AT = '2026-01-01T10:00:00.000Z'

/** Fills an empty folder with the log of a shop that has sold: every checkout is an order, and no process has anything to do. */
export async function makeSoldShop(folder: string, events: number) {
  const keys = openSqliteKeyStore(join(folder, 'keys.db'))
  const log = createShopLog(openSqliteEventStore(join(folder, 'events.db')), keys)
  const versions = new Map<string, number>()
  let written = 0
  async function append(stream: string, ...news: readonly Event[]) {
    const before = versions.get(stream) ?? -1
    versions.set(stream, before + news.length)
    written += news.length
    await log.append(
      stream,
      before,
      news.map((event, at) => ({
        ...event,
        id: idFrom('sold', stream, String(before + at)),
        metadata: {
          correlationId: 'sold',
          causationId: `sold ${stream} ${before}`,
          actor: { role: 'system' },
          schemaVersion: definitionOf(event.type).version,
          recordedAt: AT,
        },
      })),
    )
  }

  for (let n = 0; n < PRODUCTS; n++) {
    await append(
      `product-old${n}`,
      ProductListed({ productId: `old${n}`, details: { ...sampleProduct, sku: `OLD${n}` } }),
    )
    await append(`stock-old${n}`, StockCounted({ productId: `old${n}`, ...SHARED, available: 1_000_000 }))
  }
  for (let sold = 0; written < events; ) {
    const together: Promise<void>[] = []
    for (; together.length < AT_ONCE * 4; sold++) together.push(...sell(append, sold))
    await Promise.all(together)
  }
  const head = await log.head()
  const jobs = openSqliteJobQueue(join(folder, 'jobs.db'))
  for (const { name } of processes) await jobs.add(name, head, [])
  await Promise.all([jobs.close(), log.close()])
  await keys.close()
}

/** All of one purchase, in the order in which each stream has it. */
function sell(append: (stream: string, ...news: readonly Event[]) => Promise<void>, n: number): Promise<void>[] {
  const [checkoutId, productId, customerId] = [
    idFrom('sold', String(n)),
    `old${n % PRODUCTS}`,
    `old-customer${n % CUSTOMERS}`,
  ]
  const line = { productId, size: 'M', color: 'Red', quantity: 1 }
  const item = { ...line, name: sampleProduct.name, image: '', priceCents: 2500 }
  const money = { captureId: `CAP${n}`, amountCents: 2500, paidAt: AT }
  const bought = {
    customerId,
    items: [{ ...item, sku: '', paidCents: 2500 }],
    totalCents: 2500,
    shippingAddress: null,
    country: '',
    paymentMethod: 'PayPal',
  }
  const piece = { productId, checkoutId, lines: [{ ...SHARED, quantity: 1 }] }
  const paid = append(
    `checkout-${checkoutId}`,
    CheckoutStarted({ checkoutId, ...bought, startedAt: AT, expiresAt: AT }),
    StockHeld({ checkoutId }),
    CheckoutPaid({ checkoutId, providerOrderId: `PP${n}`, ...money, held: true }),
    CheckoutFinalized({ checkoutId, orderId: checkoutId, taken: [{ productId, ...SHARED, quantity: 1 }] }),
  )
  const placed = paid.then(() =>
    append(
      `order-${checkoutId}`,
      OrderPlaced({ orderId: checkoutId, ...bought, captureId: money.captureId, paidAt: AT, placedAt: AT }),
    ),
  )
  return [
    append(
      `cart-${customerId}`,
      ItemAddedToCart({ ownerId: customerId, item }),
      PurchaseLeftCart({ ownerId: customerId, orderId: checkoutId, lines: [line] }),
    ),
    paid,
    placed,
    // Pieces leave the stock for an order that there is.
    placed.then(() => append(`stock-${productId}`, StockReserved(piece), StockTaken(piece))),
  ]
}
