import { AccountErased } from '@shop/language/account/events'
import {
  CartQuantityChanged,
  CheckoutOpened,
  GuestCartClosed,
  GuestCartExpired,
  GuestCartHandedOver,
  GuestCartMerged,
  ItemAddedToCart,
  ItemRemovedFromCart,
  PurchaseLeftCart,
  PurchaseReturnedToCart,
} from '@shop/language/cart/events'
import { ReservationReleased, StockReserved, StockTaken } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { describe, expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { cartProjection } from './cart-projection.ts'

const ownerId = 'ada'
const line = { productId: 'p1', size: 'M', color: 'Red' }
const item = { ...line, name: 'Skirt', image: '/s.webp', priceCents: 6800, quantity: 2 }
const added = ItemAddedToCart({ ownerId, item })
const nothingHeld = { heldBy: null, held: [] }

test('if the same product, size and color is added again, it stays one line, at the newest price', () => {
  const again = ItemAddedToCart({ ownerId, item: { ...item, priceCents: 5900, quantity: 1 } })
  expect(documentsAfter(cartProjection, added, again)).toEqual({
    ada: { _id: 'ada', items: [{ ...item, priceCents: 5900, quantity: 3 }], unchangedSince: null, ...nothingHeld },
  })
})

test('the same product in another size is another line', () => {
  const other = ItemAddedToCart({ ownerId, item: { ...item, size: 'L' } })
  expect(documentsAfter(cartProjection, added, other).ada?.items).toHaveLength(2)
})

test('a line whose quantity changes gets the price of that moment', () => {
  const changed = CartQuantityChanged({ ownerId, ...line, quantity: 5, priceCents: 7000 })
  expect(documentsAfter(cartProjection, added, changed)).toMatchObject({
    ada: { items: [{ quantity: 5, priceCents: 7000 }] },
  })
})

test('removing a line keeps the other lines', () => {
  const other = ItemAddedToCart({ ownerId, item: { ...item, size: 'L' } })
  const removed = ItemRemovedFromCart({ ownerId, ...line })
  expect(documentsAfter(cartProjection, added, other, removed)).toMatchObject({ ada: { items: [{ size: 'L' }] } })
})

test('bought quantities are removed from the cart, and pieces that were added later stay', () => {
  const bought = PurchaseLeftCart({ ownerId, orderId: 'o1', lines: [{ ...line, quantity: 2 }] })
  expect(documentsAfter(cartProjection, added, added, bought)).toMatchObject({ ada: { items: [{ quantity: 2 }] } })
  expect(documentsAfter(cartProjection, added, bought)).toMatchObject({ ada: { items: [] } })
})

test('notices about pieces that did not come back stay until the cart changes', () => {
  const returned = PurchaseReturnedToCart({ ownerId, orderId: 'o1', items: [], notices: ['The cart is full.'] })
  const opened = CheckoutOpened({ ownerId, checkoutId: 'c1' })
  expect(documentsAfter(cartProjection, added, returned, opened).ada?.notices).toEqual(['The cart is full.'])
  expect(documentsAfter(cartProjection, added, returned, added).ada).not.toHaveProperty('notices')
})

test("a guest's cart is merged into the customer's cart and then removed", () => {
  const guest = ItemAddedToCart({ ownerId: 'guest_1', item })
  const handedOver = GuestCartHandedOver({ ownerId: 'guest_1', to: ownerId, handover: 1 })
  const merged = GuestCartMerged({ ownerId, guestId: 'guest_1', items: [item], notices: [], handover: 1 })
  const both = { ada: { _id: 'ada', items: [{ ...item, quantity: 4 }], unchangedSince: null, ...nothingHeld } }
  expect(documentsAfter(cartProjection, added, guest, handedOver, merged)).toEqual(both)
  const closed = GuestCartClosed({ ownerId: 'guest_1', mergedInto: ownerId })
  expect(
    documentsAfter(cartProjection, added, guest, { ...merged, data: { ...merged.data, handover: 0 } }, closed),
  ).toEqual(both)
})

test('an expired cart and the cart of an erased customer are removed', () => {
  const guest = ItemAddedToCart({ ownerId: 'guest_1', item })
  const expired = GuestCartExpired({ ownerId: 'guest_1' })
  const erased = AccountErased({ accountId: ownerId, emailKey: 'k' })
  expect(documentsAfter(cartProjection, added, guest, expired, erased)).toEqual({})
})

test('only a guest’s cart that has lines stores the time of its last change', () => {
  const guestsOwn = { ownerId: 'guest_1' }
  const guest = ItemAddedToCart({ ...guestsOwn, item })
  const changed = CartQuantityChanged({ ...guestsOwn, ...line, quantity: 5, priceCents: 7000 })
  const emptied = ItemRemovedFromCart({ ...guestsOwn, ...line })
  const since = (...history: Parameters<typeof documentsAfter>[1][]) =>
    documentsAfter(cartProjection, ...history).guest_1?.unchangedSince
  expect(since(guest)).toBe('2026-01-01T00:00:00.000Z')
  expect(since(guest, added, changed)).toBe('2026-01-01T00:00:02.000Z')
  expect(since(guest, emptied)).toBeNull()
  expect(documentsAfter(cartProjection, added).ada?.unchangedSince).toBeNull()
})

describe('the pieces that the owner’s open checkout holds', () => {
  const opened = (checkoutId: string) => CheckoutOpened({ ownerId, checkoutId })
  const own = { size: 'M', color: 'Red', quantity: 1 }
  const lines = [own, ...sharedPieces(2)]
  const reserved = (checkoutId: string, productId = 'p1') => StockReserved({ checkoutId, productId, lines })
  const heldAfter = (...history: Parameters<typeof documentsAfter>[1][]) =>
    documentsAfter(cartProjection, added, ...history).ada?.held.map(({ productId, quantity }) => [productId, quantity])

  test('are stored with the cart, for each line of stock', () => {
    expect(heldAfter(opened('c1'), reserved('c1'), reserved('c1', 'p2'), added)).toEqual([
      ['p1', 1],
      ['p1', 2],
      ['p2', 1],
      ['p2', 2],
    ])
    expect(heldAfter(opened('c1'), reserved('c2'))).toEqual([])
  })

  test('are removed when they are released, taken or bought, or when another checkout is opened', () => {
    const history = [opened('c1'), reserved('c1')]
    expect(heldAfter(...history, ReservationReleased({ checkoutId: 'c1', productId: 'p1', lines }))).toEqual([])
    expect(heldAfter(...history, StockTaken({ checkoutId: 'c1', productId: 'p1', lines }))).toEqual([])
    expect(heldAfter(...history, PurchaseLeftCart({ ownerId, orderId: 'c1', lines: [] }))).toEqual([])
    expect(heldAfter(...history, opened('c2'))).toEqual([])
  })

  test('are stored again, under another hold, when the checkout is reopened', () => {
    const released = ReservationReleased({ checkoutId: 'c1', productId: 'p1', lines })
    expect(heldAfter(opened('c1'), reserved('c1'), released, reserved('c1~1'))).toHaveLength(2)
  })

  test('stay when an earlier hold is released late', () => {
    const released = ReservationReleased({ checkoutId: 'c1', productId: 'p1', lines })
    const bothHolds = [opened('c1'), reserved('c1'), reserved('c1~1')]
    expect(heldAfter(...bothHolds)).toHaveLength(4)
    expect(heldAfter(...bothHolds, released)).toHaveLength(2)
    expect(heldAfter(opened('c1'), reserved('c1~1'), released)).toHaveLength(2)
  })
})
