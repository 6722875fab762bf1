import { join } from 'node:path'
import { definitionOf } from '@shop/language/all-events'
import { ItemAddedToCart, PurchaseLeftCart } from '@shop/language/cart/events'
import { CheckoutFinalized, CheckoutPaid, CheckoutStarted, StockHeld } from '@shop/language/checkout/events'
import type { Event } from '@shop/language/events/event'
import { OrderPlaced } from '@shop/language/order/events'
import { type ProductDetails, ProductListed } from '@shop/language/product/events'
import { SHARED, StockCounted, StockReserved, StockTaken } from '@shop/language/stock/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { idFrom } from '@shop/language/values/id-from'
import { processes } from '@shop/projections/processes/all'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteJobQueue } from '@shop/stores/job-queue/sqlite/sqlite-job-queue'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'

const CUSTOMERS = 500
const MOST_SOLD = 1000
const EVENTS_A_SALE = 9
const AT_ONCE = 400
const AT = '2026-01-01T10:00:00.000Z'

const shelf = Array.from({ length: 20 }, (_, n): ProductDetails => ({ ...sampleProduct, sku: `OLD${n}` }))

/**
 * Fills an empty folder with the log of a shop that has sold products. `events`: the number of events, without the events of the products.
 */
export async function makeSoldShop(folder: string, events: number, products: readonly ProductDetails[] = shelf) {
  const keys = openSqliteKeyStore(join(folder, 'keys.db'))
  const log = createShopLog(openSqliteEventStore(join(folder, 'events.db')), keys)
  const versions = new Map<string, number>()
  async function append(stream: string, ...news: readonly Event[]) {
    const before = versions.get(stream) ?? -1
    versions.set(stream, before + news.length)
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

  for (let listed = 0; listed < products.length; listed += AT_ONCE) {
    const some = products.slice(listed, listed + AT_ONCE)
    await Promise.all(some.flatMap((details, at) => list(append, `old${listed + at}`, details)))
  }
  const count = Math.min(products.length, MOST_SOLD)
  for (let sold = 0; sold < events / EVENTS_A_SALE; ) {
    const together: Promise<void>[] = []
    for (; together.length < AT_ONCE * 4 && sold < events / EVENTS_A_SALE; sold++)
      together.push(...sell(append, sold, `old${sold % count}`))
    await Promise.all(together)
  }
  const head = await log.head()
  const jobs = openSqliteJobQueue(join(folder, 'jobs.db'))
  for (const { name } of processes) await jobs.add(name, head, [])
  await Promise.all([jobs.close(), log.close()])
  await keys.close()
}

type AppendTo = (stream: string, ...news: readonly Event[]) => Promise<void>

const list = (append: AppendTo, productId: string, details: ProductDetails) => [
  append(`product-${productId}`, ProductListed({ productId, details })),
  append(`stock-${productId}`, StockCounted({ productId, ...SHARED, available: 1_000_000 })),
]

function sell(append: AppendTo, n: number, productId: string): Promise<void>[] {
  const [checkoutId, customerId] = [idFrom('sold', String(n)), `old-customer${n % CUSTOMERS}`]
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
  const reserved = append(`stock-${productId}`, StockReserved(piece))
  const placed = Promise.all([paid, reserved]).then(() =>
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
    placed.then(() => append(`stock-${productId}`, StockTaken(piece))),
  ]
}
