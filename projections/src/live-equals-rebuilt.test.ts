import {
  AccountEdited,
  AccountErased,
  AccountKeyDestroyed,
  AccountRegistered,
} from '@shop/language/events/account-events'
import { AdminGranted } from '@shop/language/events/admin-events'
import { definitionOf } from '@shop/language/events/all'
import {
  GuestCartHandedOver,
  GuestCartMerged,
  ItemAddedToCart,
  PurchaseLeftCart,
} from '@shop/language/events/cart-events'
import type { Event, Recorded } from '@shop/language/events/event'
import {
  OrderDeleted,
  OrderPlaced,
  OrderRefunded,
  OrderRefundRefused,
  OrderRefundRequested,
  OrderRestored,
  OrderStatusChanged,
  type Refund,
  RefundCaseClosed,
  RefundCaseOpened,
  RefundNoted,
  type Return,
  ReturnReceived,
  ReturnRequested,
} from '@shop/language/events/order-events'
import {
  ProductDeleted,
  type ProductDetails,
  ProductEdited,
  ProductListed,
  ProductRestored,
} from '@shop/language/events/product-events'
import { StockCounted, StockReserved, StockTaken } from '@shop/language/events/stock-events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { followStandings } from '@shop/stores/read-store/standings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projections } from './all.ts'
import { runProjections } from './run-projections.ts'
import { append } from './spec.ts'

const productId = fc.constantFrom('p1', 'p2')
const accountId = fc.constantFrom('ada', 'bob')
const orderId = fc.constantFrom('o1', 'o2', 'o3')
const quantity = fc.integer({ min: 1, max: 9 })
const text = fc.constantFrom('Skirt', 'Shirt', 'Coat')
const status = fc.constantFrom('Processing' as const, 'Cancelled' as const, 'Delivered' as const)
const priceCents = fc.integer({ min: 0, max: 9900 })
const line = { size: fc.constant('M'), color: fc.constantFrom('Red', 'Blue') }
const item = fc.record({
  productId,
  ...line,
  quantity,
  priceCents,
  paidCents: priceCents,
  name: text,
  image: text,
  sku: text,
})
const at = fc.constant('2026-01-05T00:00:00.000Z')
const booked = { totalCents: priceCents, refundedCents: priceCents, placedAt: at }
const address = { firstName: 'Ada', lastName: '', address: '', city: 'London', postalCode: '', country: '', phone: '' }
const said = fc.option(text)
const refundId = fc.constantFrom('r1', 'r2')
const amountCents = fc.integer({ min: 1, max: 9900 })
const ofLine = fc.array(fc.record({ line: fc.nat(2), quantity }), { minLength: 1, maxLength: 1 })
const asked = { orderId, pieces: ofLine, reason: said, at }
const takenFrom = { placedAt: at, status, deleted: fc.boolean() }
const details = fc
  .record({ name: text, description: text, priceCents, brand: text })
  .map((some): ProductDetails => ({ ...sampleProduct, ...some }))

/** Each order has one customer. */
const ofCustomer = <Data extends { orderId: string }>(data: Data) => ({
  ...data,
  customerId: data.orderId === 'o2' ? 'bob' : 'ada',
})

const order = {
  orderId,
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  ...booked,
  shippingAddress: fc.constant(address),
  country: fc.constant('UK'),
  paymentMethod: fc.constant('PayPal'),
  captureId: fc.constant('c1'),
  paidAt: booked.placedAt,
}

const stockLine = { size: fc.constantFrom('', 'M'), color: fc.constantFrom('', 'Red') }
const pieces = fc.array(fc.record({ ...stockLine, quantity }), { minLength: 1, maxLength: 2 })

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ productId, details }).map(ProductListed),
  fc.record({ productId, changes: fc.record({ priceCents, name: text }) }).map(ProductEdited),
  fc.record({ productId }).map(ProductDeleted),
  fc.record({ productId }).map(ProductRestored),
  fc.record({ productId, ...stockLine, available: quantity }).map(StockCounted),
  fc.record({ productId, checkoutId: orderId, lines: pieces }).map(StockReserved),
  fc.record({ productId, checkoutId: orderId, lines: pieces }).map(StockTaken),
  fc.record({ ownerId: accountId, item }).map(ItemAddedToCart),
  fc
    .record({
      ownerId: accountId,
      guestId: fc.constant('guest_1'),
      items: fc.array(item),
      notices: fc.constant<string[]>([]),
      handover: fc.nat(2),
    })
    .map(GuestCartMerged),
  fc.record({ ownerId: fc.constant('guest_1'), to: accountId, handover: fc.constant(1) }).map(GuestCartHandedOver),
  fc.record({ ownerId: accountId, orderId, lines: fc.array(item, { minLength: 1 }) }).map(PurchaseLeftCart),
  fc.record(order).map(ofCustomer).map(OrderPlaced),
  fc
    .record({
      ...order,
      ...{ status, refundDue: fc.boolean(), refunds: fc.constant<Refund[]>([]), returns: fc.constant<Return[]>([]) },
      ...{ trackingNumber: said, reasons: fc.record({ r1: text }) },
    })
    .map(ofCustomer)
    .map(OrderRestored),
  fc
    .record({
      orderId,
      from: status,
      to: status,
      reason: said,
      trackingNumber: said,
      at,
      ...booked,
    })
    .map(ofCustomer)
    .map(OrderStatusChanged),
  fc.record({ orderId, status, lines: fc.array(item), ...booked }).map(OrderDeleted),
  fc.record({ orderId, captureId: fc.constant('c1'), amountCents: priceCents }).map(RefundCaseOpened),
  fc.record({ orderId, reason: said }).map(ofCustomer).map(RefundCaseClosed),
  fc
    .record({ ...asked, refundId, captureId: fc.constant('c1'), amountCents, returnId: fc.constant('t1') })
    .map(ofCustomer)
    .map(OrderRefundRequested),
  fc.record({ orderId, refundId, providerRefundId: refundId, amountCents, ...takenFrom }).map(OrderRefunded),
  fc.record({ orderId, refundId, amountCents, code: text }).map(OrderRefundRefused),
  fc.record({ orderId, providerRefundId: refundId, amountCents, at, ...takenFrom }).map(RefundNoted),
  fc
    .record({ ...asked, returnId: fc.constant('t1') })
    .map(ofCustomer)
    .map(ReturnRequested),
  fc
    .record({
      ...{ orderId, returnId: fc.constant('t1'), at },
      pieces: fc.array(fc.record({ line: fc.nat(2), quantity, restocked: quantity }), { maxLength: 1 }),
    })
    .map(ReturnReceived),
  fc.record({ accountId, name: text, email: text, emailKey: text }).map(AccountRegistered),
  fc.record({ accountId, name: text, email: text, emailKey: text }).map(AccountEdited),
  fc.record({ accountId }).map(AdminGranted),
)
/** A person may go on shopping until their key is destroyed: no event with personal fields comes after that. */
const history = fc.tuple(
  fc.array(event, { minLength: 1, maxLength: 40 }),
  accountId,
  fc.array(fc.record(order).map(ofCustomer).map(OrderPlaced), { maxLength: 3 }),
)

test('for any history live documents equal rebuilt ones, also after a key was destroyed', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1 }),
      async ([before, erased, late], sizes) => {
        const events = [
          ...before,
          AccountErased({ accountId: erased, emailKey: 'k' }),
          ...late,
          AccountKeyDestroyed({ accountId: erased }),
        ]
        const log = openSqliteEventStore(':memory:')
        const live = openSqliteReadStore(':memory:')
        const rebuilt = openSqliteReadStore(':memory:')
        const stop = new AbortController()
        const running = runProjections(projections, log, live, stop.signal)
        const names = projections.map(({ into }) => into.name)
        const { reached } = followStandings(live, names)
        await running.caughtUp
        for (let start = 0, n = 0; start < events.length; n++) {
          const size = sizes[n % sizes.length] ?? 1
          const { position } = await append(log, 'stream', ...events.slice(start, start + size))
          start += size
          if (n % 2 === 0) await reached(position, 2_000)
        }
        expect(await reached(await log.head(), 2_000)).toEqual({ behind: false, halted: [] })

        const again = runProjections(projections, withoutKey(log, erased), rebuilt, stop.signal)
        await again.caughtUp
        expect(await everything(rebuilt)).toEqual(await everything(live))
        stop.abort()
        await Promise.all([running.done, again.done])
        await Promise.all([log.close(), live.close(), rebuilt.close()])
      },
    ),
    { numRuns: 50 },
  )
})

const everything = async (readStore: ReadStore) =>
  Promise.all(
    projections.map(async ({ into }) => [
      await readStore.checkpoint(into.name),
      (await readStore.find(into)).documents,
    ]),
  )

/** The log as it is read after this person's key was destroyed. */
function withoutKey(log: EventReader, erased: string): EventReader {
  const unreadable = (event: Recorded): Recorded => {
    const { personal } = definitionOf(event.type)
    const data = event.data as Record<string, unknown>
    if (!personal || data[personal.of] !== erased) return event
    return { ...event, data: { ...data, ...Object.fromEntries(personal.fields.map((field) => [field, null])) } }
  }
  return {
    ...log,
    async *follow(after, signal) {
      for await (const batch of log.follow(after, signal)) yield { ...batch, events: batch.events.map(unreadable) }
    },
  }
}
