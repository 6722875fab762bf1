import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createActivityAsOf } from './activity-as-of.ts'
import { createModelsAsOf } from './models-as-of.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
const shirt = { productId: 'p1', size: 'M', color: 'Black' }
const item = { ...shirt, name: 'Shirt', image: '/shirt.webp', quantity: 2, priceCents: 500 }
const lines = [{ size: '', color: '', quantity: 3 }]

/** TABLE: a past. Each event has the fields that matter here. The other fields are random. */
const past: readonly (readonly [type: string, fields: object])[] = [
  ['ProductListed', { productId: 'p1' }],
  ['StockCounted', { productId: 'p1', size: '', color: '', available: 10 }],
  ['ItemAddedToCart', { ownerId: 'ada', item }],
  ['ItemAddedToCart', { ownerId: 'bea', item }],
  ['CheckoutStarted', { checkoutId: 'o1' }],
  ['StockReserved', { productId: 'p1', checkoutId: 'o1', lines }],
  ['CheckoutStarted', { checkoutId: 'o2' }],
  ['CheckoutPaid', { checkoutId: 'o1' }],
  ['CheckoutPaid', { checkoutId: 'o1' }],
  ['OrderPlaced', { orderId: 'o1' }],
  ['StockTaken', { productId: 'p1', checkoutId: 'o1', lines }],
  ['ProductEdited', { productId: 'p1', changes: { priceCents: 700 } }],
  ['ProductEdited', { productId: 'p1', changes: { name: 'Coat' } }],
  ['ItemRemovedFromCart', { ownerId: 'bea', ...shirt }],
  ['OrderStatusChanged', { orderId: 'o1', to: 'Shipped' }],
  ['OrderStatusChanged', { orderId: 'o1', from: 'Shipped', to: 'Cancelled' }],
  // Only the reason changes.
  ['OrderStatusChanged', { orderId: 'o1', from: 'Cancelled', to: 'Cancelled' }],
  // The deletion of a cancelled order is undone.
  ['OrderDeleted', { orderId: 'o1', status: 'Cancelled' }],
  ['OrderRestored', { orderId: 'o1', status: 'Cancelled' }],
  // An order that was refunded after its deletion is restored as cancelled.
  ['OrderDeleted', { orderId: 'o2', status: 'Processing' }],
  ['OrderRestored', { orderId: 'o2', status: 'Cancelled' }],
]

beforeAll(async () => {
  const events = await Promise.all(
    past.map(async ([type, fields], index) => {
      const [event] = await someEvents(1, index + 1, [type])
      return { ...event!, data: { ...(event!.data as object), ...fields } }
    }),
  )
  await appendAll(store, events)
})
afterAll(async () => {
  await store.close()
  place.remove()
})

const NOTHING = {
  cartAdds: 0,
  checkouts: 0,
  checkoutsPaid: 0,
  ordersPlaced: 0,
  ordersCancelled: 0,
  priceChanges: 0,
  openCarts: 0,
  piecesOnHold: 0,
}

test('the activity as of an event counts what had happened, and what was open then', async () => {
  await copying(store, place.folder, async (copy) => {
    const activity = createActivityAsOf(copy, createModelsAsOf(copy, place.folder))
    const after = async (event: number) => {
      const { asOf, ...counts } = await activity(event)
      expect(asOf.event).toBe(event)
      return counts
    }
    expect(await after(0)).toEqual(NOTHING)
    expect(await after(7)).toEqual({ ...NOTHING, cartAdds: 2, checkouts: 2, openCarts: 2, piecesOnHold: 3 })
    expect(await after(past.length)).toEqual({
      cartAdds: 2,
      checkouts: 2,
      checkoutsPaid: 1,
      ordersPlaced: 1,
      ordersCancelled: 2,
      priceChanges: 1,
      openCarts: 1,
      piecesOnHold: 0,
    })
  })
})
