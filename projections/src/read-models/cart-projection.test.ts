import { AccountErased } from '@shop/language/events/account-events'
import {
  CartQuantityChanged,
  GuestCartClosed,
  GuestCartExpired,
  GuestCartHandedOver,
  GuestCartMerged,
  ItemAddedToCart,
  ItemRemovedFromCart,
  PurchaseLeftCart,
} from '@shop/language/events/cart-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { cartProjection } from './cart-projection.ts'

const ownerId = 'ada'
const line = { productId: 'p1', size: 'M', color: 'Red' }
const item = { ...line, name: 'Skirt', image: '/s.webp', priceCents: 6800, quantity: 2 }
const added = ItemAddedToCart({ ownerId, item })

test('the same product, size and colour added again is one line at the newest price', () => {
  const again = ItemAddedToCart({ ownerId, item: { ...item, priceCents: 5900, quantity: 1 } })
  expect(documentsAfter(cartProjection, added, again)).toEqual({
    ada: { _id: 'ada', items: [{ ...item, priceCents: 5900, quantity: 3 }], unchangedSince: null },
  })
})

test('another size is another line', () => {
  const other = ItemAddedToCart({ ownerId, item: { ...item, size: 'L' } })
  expect(documentsAfter(cartProjection, added, other).ada?.items).toHaveLength(2)
})

test('a changed quantity takes the price of that moment', () => {
  const changed = CartQuantityChanged({ ownerId, ...line, quantity: 5, priceCents: 7000 })
  expect(documentsAfter(cartProjection, added, changed)).toMatchObject({
    ada: { items: [{ quantity: 5, priceCents: 7000 }] },
  })
})

test('a removed line leaves the others', () => {
  const other = ItemAddedToCart({ ownerId, item: { ...item, size: 'L' } })
  const removed = ItemRemovedFromCart({ ownerId, ...line })
  expect(documentsAfter(cartProjection, added, other, removed)).toMatchObject({ ada: { items: [{ size: 'L' }] } })
})

test('bought quantities leave the cart, later additions stay', () => {
  const bought = PurchaseLeftCart({ ownerId, orderId: 'o1', lines: [{ ...line, quantity: 2 }] })
  expect(documentsAfter(cartProjection, added, added, bought)).toMatchObject({ ada: { items: [{ quantity: 2 }] } })
  expect(documentsAfter(cartProjection, added, bought)).toMatchObject({ ada: { items: [] } })
})

test("a guest's cart is merged into the customer's and removed", () => {
  const guest = ItemAddedToCart({ ownerId: 'guest_1', item })
  const handedOver = GuestCartHandedOver({ ownerId: 'guest_1', to: ownerId, handover: 1 })
  const merged = GuestCartMerged({ ownerId, guestId: 'guest_1', items: [item], notices: [], handover: 1 })
  const both = { ada: { _id: 'ada', items: [{ ...item, quantity: 4 }], unchangedSince: null } }
  expect(documentsAfter(cartProjection, added, guest, handedOver, merged)).toEqual(both)
  const closed = GuestCartClosed({ ownerId: 'guest_1', mergedInto: ownerId })
  expect(
    documentsAfter(cartProjection, added, guest, { ...merged, data: { ...merged.data, handover: 0 } }, closed),
  ).toEqual(both)
})

test('an expired cart and that of an erased customer are removed', () => {
  const guest = ItemAddedToCart({ ownerId: 'guest_1', item })
  const expired = GuestCartExpired({ ownerId: 'guest_1' })
  const erased = AccountErased({ accountId: ownerId, emailKey: 'k' })
  expect(documentsAfter(cartProjection, added, guest, expired, erased)).toEqual({})
})

test('only a guest’s cart with lines has the time of its last change', () => {
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
