import {
  type CartEvent,
  type CartItem,
  CartQuantityChanged,
  CheckoutOpened,
  GuestCartClosed,
  GuestCartExpired,
  GuestCartHandedOver,
  GuestCartMerged,
  HandoverReceived,
  ItemAddedToCart,
  ItemRemovedFromCart,
  PurchaseLeftCart,
  PurchaseReturnedToCart,
} from '@shop/language/cart/events'
import { leftShared } from '@shop/language/test-support/shared-line'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type CartCommand, cartDecider } from './cart-decider.ts'

const { given } = specOf(cartDecider)
const ownerId = 'ada'
const guestId = 'guest_1'
const line = { productId: 'shirt', size: 'M', color: 'Red' }
const shirts = (quantity: number, other: Partial<CartItem> = {}): CartItem => ({
  ...line,
  name: 'Shirt',
  image: '/pictures/shirt-1200.webp',
  priceCents: 2500,
  quantity,
  ...other,
})
const added = (item: CartItem) => ItemAddedToCart({ ownerId, item })
const add = (item: CartItem, available: number): CartCommand => ({
  type: 'AddItem',
  ownerId,
  item,
  left: leftShared(available),
})
const change = (quantity: number, available: number, priceCents = 2500): CartCommand => ({
  type: 'ChangeQuantity',
  ownerId,
  line,
  quantity,
  priceCents,
  left: leftShared(available),
})

describe('adding', () => {
  test('a product in stock can be added to an empty cart', () => {
    given()
      .when(add(shirts(2), 5))
      .thenEvents(added(shirts(2)))
  })

  test('pieces that are already in the cart count against the stock', () => {
    given(added(shirts(2)))
      .when(add(shirts(2), 3))
      .thenRefused('OUT_OF_STOCK')
  })

  test('other sizes and colors of a product share its stock', () => {
    given(added(shirts(2, { size: 'S' })))
      .when(add(shirts(2), 3))
      .thenRefused('OUT_OF_STOCK')
  })

  test('adding the same line again adds up the quantities and takes the newer price', () => {
    const cart = [added(shirts(1)), added(shirts(2, { priceCents: 2000 }))].reduce(
      cartDecider.evolve,
      cartDecider.initialState,
    )
    expect(cart.items).toEqual([shirts(3, { priceCents: 2000 })])
  })

  test('a line has at most 99 pieces', () => {
    given(added(shirts(60)))
      .when(add(shirts(40), 1000))
      .thenRefused('CONFLICT')
  })

  test('a cart has at most 100 lines, and adding to an existing line is still allowed', () => {
    const full = Array.from({ length: 100 }, (_, index) => added(shirts(1, { productId: `p${index}` })))
    given(...full)
      .when(add(shirts(1), 5))
      .thenRefused('CONFLICT')
    given(...full)
      .when(add(shirts(1, { productId: 'p7' }), 5))
      .thenEvents(added(shirts(1, { productId: 'p7' })))
  })
})

describe('changing a quantity', () => {
  test("sets the quantity, at today's price", () => {
    given(added(shirts(2)))
      .when(change(4, 5, 2700))
      .thenEvents(CartQuantityChanged({ ownerId, ...line, quantity: 4, priceCents: 2700 }))
  })

  test('above the stock is refused', () => {
    given(added(shirts(2)))
      .when(change(4, 3))
      .thenRefused('OUT_OF_STOCK')
  })

  test('to a lower quantity is allowed even if other lines have the rest of the stock', () => {
    given(added(shirts(3)), added(shirts(3, { size: 'S' })))
      .when(change(2, 3))
      .thenEvents(CartQuantityChanged({ ownerId, ...line, quantity: 2, priceCents: 2500 }))
  })

  test('of a line that is not in the cart is refused', () => {
    given().when(change(1, 5)).thenRefused('NOT_FOUND')
  })
})

describe('sizes and colors with separate stock', () => {
  const left = [
    { size: '', color: '', left: 1 },
    { size: 'M', color: 'Red', left: 2 },
  ]
  const small = { size: 'S' }

  test('are sold from their own stock first, then from the shared pieces', () => {
    given(added(shirts(2)))
      .when({ type: 'AddItem', ownerId, item: shirts(1), left })
      .thenEvents(added(shirts(1)))
    given(added(shirts(2)))
      .when({ type: 'AddItem', ownerId, item: shirts(2), left })
      .thenRefused('OUT_OF_STOCK')
  })

  test('leave the shared pieces to other sizes', () => {
    given(added(shirts(2)))
      .when({ type: 'AddItem', ownerId, item: shirts(1, small), left })
      .thenEvents(added(shirts(1, small)))
    given(added(shirts(1)), added(shirts(1, small)))
      .when({ type: 'ChangeQuantity', ownerId, line, quantity: 3, priceCents: 2500, left })
      .thenRefused('OUT_OF_STOCK')
  })

  test('a refusal says how many of this size and color are left', () => {
    const decide = (item: CartItem) => () =>
      cartDecider.decide({ type: 'AddItem', ownerId, item, left }, cartDecider.initialState)
    expect(decide(shirts(4))).toThrow(expect.objectContaining({ message: 'Only 3 left in M, Red' }))
    expect(decide(shirts(4, small))).toThrow(expect.objectContaining({ details: expect.objectContaining({ left: 1 }) }))
  })

  test('a refusal of more pieces says how many are in the cart already', () => {
    const cart = cartDecider.evolve(cartDecider.initialState, added(shirts(2)))
    expect(() => cartDecider.decide({ type: 'AddItem', ownerId, item: shirts(2), left }, cart)).toThrow(
      expect.objectContaining({ message: 'Only 3 left in M, Red. Your cart already has 2' }),
    )
  })

  test('are each limited to their own stock when a guest’s cart is merged', () => {
    given(added(shirts(1)))
      .when({
        type: 'MergeGuestCart',
        ownerId,
        handed: { guestId, handover: 1, items: [shirts(5), shirts(1, small)] },
        leftOf: new Map([['shirt', left]]),
      })
      .thenEvents(
        GuestCartMerged({
          ownerId,
          guestId,
          handover: 1,
          items: [shirts(2)],
          notices: [
            'Shirt (M, Red): 2 of 5 added to your cart, because there are not enough left.',
            'Shirt (S, Red) could not be added to your cart, because there are not enough left.',
          ],
        }),
      )
  })
})

describe('removing', () => {
  const remove: CartCommand = { type: 'RemoveItem', ownerId, line }

  test('removes the line', () => {
    given(added(shirts(2)))
      .when(remove)
      .thenEvents(ItemRemovedFromCart({ ownerId, ...line }))
  })

  test('a line that is not in the cart changes nothing', () => {
    given().when(remove).thenNothing()
  })
})

describe('merging a guest cart', () => {
  const merge = (items: readonly CartItem[], available: number, handover = 1): CartCommand => ({
    type: 'MergeGuestCart',
    ownerId,
    handed: { guestId, handover, items },
    leftOf: new Map([['shirt', leftShared(available)]]),
  })
  const merged = (items: CartItem[], notices: string[] = [], handover = 1) =>
    GuestCartMerged({ ownerId, guestId, items, notices, handover })

  test("adds its quantities to the quantities in the account's cart", () => {
    given(added(shirts(1)))
      .when(merge([shirts(2)], 5))
      .thenEvents(merged([shirts(2)]))
  })

  test('adds only what is in stock, with a notice', () => {
    given(added(shirts(2)))
      .when(merge([shirts(3)], 3))
      .thenEvents(
        merged([shirts(1)], ['Shirt (M, Red): 1 of 3 added to your cart, because there are not enough left.']),
      )
  })

  test('leaves out sold-out lines, with a notice', () => {
    given()
      .when(merge([shirts(3)], 0))
      .thenEvents(merged([], ['Shirt (M, Red) could not be added to your cart, because there are not enough left.']))
  })

  test('limits all lines of one product together', () => {
    given()
      .when(merge([shirts(2), shirts(2, { size: 'S' })], 3))
      .thenEvents(
        merged(
          [shirts(2), shirts(1, { size: 'S' })],
          ['Shirt (S, Red): 1 of 2 added to your cart, because there are not enough left.'],
        ),
      )
  })

  test("never reduces the account's own lines", () => {
    const cart = [added(shirts(5)), merged([])].reduce(cartDecider.evolve, cartDecider.initialState)
    given(added(shirts(5)))
      .when(merge([shirts(1)], 2))
      .thenEvents(merged([], ['Shirt (M, Red) could not be added to your cart, because there are not enough left.']))
    expect(cart.items).toEqual([shirts(5)])
  })

  test('fills a line up to 99 pieces', () => {
    given(added(shirts(90)))
      .when(merge([shirts(20)], 1000))
      .thenEvents(merged([shirts(9)], ['Shirt (M, Red): 9 of 20 added to your cart, because the cart is full.']))
  })

  test('keeps the lower price, so that the customer still has to accept a rise', () => {
    given(added(shirts(1, { priceCents: 2000 })))
      .when(merge([shirts(1, { priceCents: 2500 })], 5))
      .thenEvents(merged([shirts(1, { priceCents: 2000 })]))
  })

  test('happens once for each handover', () => {
    given(merged([shirts(1)]))
      .when(merge([shirts(1)], 9))
      .thenNothing()
    given(merged([shirts(1)]))
      .when(merge([shirts(4)], 9, 2))
      .thenEvents(merged([shirts(4)], [], 2))
    given(merged([shirts(1)]), merged([shirts(4)], [], 2))
      .when(merge([shirts(1)], 9))
      .thenNothing()
  })

  test('changes nothing if nothing was handed over', () => {
    given(added(shirts(1)))
      .when({ type: 'MergeGuestCart', ownerId, handed: undefined, leftOf: new Map() })
      .thenNothing()
  })

  test('adds only the pieces that an unfinished merge of version 1 has not added', () => {
    const earlier = merged([shirts(2)], [], 0)
    given(earlier)
      .when(merge([shirts(3)], 9))
      .thenEvents(merged([shirts(1)]))
    given(earlier, merged([shirts(1)]))
      .when(merge([shirts(3)], 9, 2))
      .thenEvents(merged([shirts(3)], [], 2))
    // Here the merge of version 1 emptied and closed the guest's cart. The handovers of such a cart begin at 2.
    given(earlier)
      .when(merge([shirts(3)], 9, 2))
      .thenEvents(merged([shirts(3)], [], 2))
  })
})

describe("a guest's cart", () => {
  const handOver = (to: string): CartCommand => ({ type: 'HandOver', ownerId, to })
  const handedOver = (handover: number, to = 'bob') => GuestCartHandedOver({ ownerId, to, handover })
  const confirm = (handover: number): CartCommand => ({ type: 'ConfirmHandover', ownerId, handover })
  const received = (handover: number) => HandoverReceived({ ownerId, handover })
  const cartAfter = (...events: CartEvent[]) => events.reduce(cartDecider.evolve, cartDecider.initialState)

  test('is handed over whole, and later additions stay in it', () => {
    given(added(shirts(1)))
      .when(handOver('bob'))
      .thenEvents(handedOver(1))
    const cart = cartAfter(added(shirts(1)), handedOver(1), added(shirts(2)))
    expect(cart.items).toEqual([shirts(2)])
    expect([...cart.handedOver.values()]).toEqual([shirts(1)])
  })

  test('is not handed over while it is empty, or while the customer has not received what was handed over before', () => {
    given().when(handOver('bob')).thenNothing()
    given(added(shirts(1)), handedOver(1), added(shirts(2)))
      .when(handOver('bob'))
      .thenNothing()
    given(added(shirts(1)), handedOver(1), added(shirts(2)), received(1))
      .when(handOver('bob'))
      .thenEvents(handedOver(2))
  })

  test('that was handed over to one customer gives no lines to another customer', () => {
    given(added(shirts(1)), handedOver(1), received(1), added(shirts(2)))
      .when(handOver('eve'))
      .thenNothing()
  })

  test('forgets the lines that the customer has received, and no other lines', () => {
    given(added(shirts(1)), handedOver(1))
      .when(confirm(1))
      .thenEvents(received(1))
    expect(cartAfter(added(shirts(1)), handedOver(1), received(1)).handedOver.length).toBe(0)
    given(added(shirts(1)), handedOver(1), received(1), added(shirts(2)), handedOver(2))
      .when(confirm(1))
      .thenNothing()
    given(added(shirts(1)), handedOver(1), received(1))
      .when(confirm(1))
      .thenNothing()
  })

  test('keeps the handed-over lines when the other lines expire', () => {
    const cart = cartAfter(added(shirts(1)), handedOver(1), added(shirts(2)), GuestCartExpired({ ownerId }))
    expect([cart.items.length, cart.handedOver.length]).toEqual([0, 1])
  })

  test('that an earlier version closed is empty, and later lines go to the same customer', () => {
    const closed = GuestCartClosed({ ownerId, mergedInto: 'bob' })
    expect(cartAfter(added(shirts(1)), closed).items.length).toBe(0)
    given(added(shirts(1)), closed, added(shirts(2)))
      .when(handOver('eve'))
      .thenNothing()
    given(added(shirts(1)), closed, added(shirts(2)))
      .when(handOver('bob'))
      .thenEvents(handedOver(2))
  })

  test('is restored unchanged from a snapshot', () => {
    const cart = cartAfter(added(shirts(1)), handedOver(1), added(shirts(2)))
    const { write, read } = cartDecider.snapshot!
    expect(read(JSON.parse(JSON.stringify(write(cart))) as never)).toEqual(cart)
  })

  test('expires if it has lines and has not changed since it was loaded', () => {
    given(added(shirts(1)))
      .when({ type: 'ExpireGuestCart', ownerId, changes: 1 })
      .thenEvents(GuestCartExpired({ ownerId }))
    given(added(shirts(1)), added(shirts(1)))
      .when({ type: 'ExpireGuestCart', ownerId, changes: 1 })
      .thenNothing()
    given().when({ type: 'ExpireGuestCart', ownerId, changes: 0 }).thenNothing()
  })
})

describe('a checkout', () => {
  const open = (checkoutId: string): CartCommand => ({ type: 'OpenCheckout', ownerId, checkoutId })
  const opened = (checkoutId: string) => CheckoutOpened({ ownerId, checkoutId })

  test('is opened once and supersedes the previous checkout', () => {
    given().when(open('c1')).thenEvents(opened('c1'))
    given(opened('c1')).when(open('c1')).thenNothing()
    given(opened('c1'))
      .when(open('c2'))
      .thenEvents(CheckoutOpened({ ownerId, checkoutId: 'c2', supersedes: 'c1' }))
  })

  test('that was superseded is not opened again', () => {
    given(opened('c1'), CheckoutOpened({ ownerId, checkoutId: 'c2', supersedes: 'c1' }))
      .when(open('c1'))
      .thenNothing()
  })

  test('that became an order is no longer open', () => {
    given(opened('c1'), PurchaseLeftCart({ ownerId, orderId: 'c1', lines: [{ ...line, quantity: 1 }] }))
      .when(open('c2'))
      .thenEvents(opened('c2'))
  })
})

describe('a purchase', () => {
  const bought = (quantity: number) => PurchaseLeftCart({ ownerId, orderId: 'o1', lines: [{ ...line, quantity }] })

  test('removes the bought quantities and leaves the rest', () => {
    const cart = [added(shirts(3)), bought(2)].reduce(cartDecider.evolve, cartDecider.initialState)
    expect(cart.items).toEqual([shirts(1)])
  })

  test('of more pieces than the line has removes the line', () => {
    const cart = [added(shirts(1)), bought(2)].reduce(cartDecider.evolve, cartDecider.initialState)
    expect(cart.items.length).toBe(0)
  })

  test('is removed from the cart once for each order', () => {
    const remove: CartCommand = { type: 'RemovePurchase', ownerId, orderId: 'o1', lines: [{ ...line, quantity: 2 }] }
    given(added(shirts(3)))
      .when(remove)
      .thenEvents(bought(2))
    given(added(shirts(3)), bought(2))
      .when(remove)
      .thenNothing()
  })

  test('whose pieces came back is removed again when it is paid after all', () => {
    const returned = PurchaseReturnedToCart({ ownerId, orderId: 'o1', items: [shirts(2)] })
    given(added(shirts(3)), bought(2), returned)
      .when({ type: 'RemovePurchase', ownerId, orderId: 'o1', lines: [{ ...line, quantity: 2 }] })
      .thenEvents(bought(2))
  })

  test('of which only a part came back is removed up to this part when it is paid after all', () => {
    const returned = PurchaseReturnedToCart({ ownerId, orderId: 'o1', items: [shirts(1)] })
    given(added(shirts(3)), bought(2), returned)
      .when({ type: 'RemovePurchase', ownerId, orderId: 'o1', lines: [{ ...line, quantity: 2 }] })
      .thenEvents(bought(1))
  })

  test('that comes back fills the cart up to 99 pieces of a line and 100 lines, with a notice about the rest', () => {
    const back = (...items: CartItem[]): CartCommand => ({ type: 'ReturnPurchase', ownerId, orderId: 'o1', items })
    const returned = (items: CartItem[], notices: string[]) =>
      PurchaseReturnedToCart({ ownerId, orderId: 'o1', items, notices })
    given(added(shirts(60)), bought(60), added(shirts(60)))
      .when(back(shirts(60)))
      .thenEvents(returned([shirts(39)], ['Shirt (M, Red): 39 of 60 added to your cart, because the cart is full.']))
    const others = Array.from({ length: 100 }, (_, index) => shirts(1, { productId: `p${index}` }))
    given(added(shirts(1)), bought(1), ...others.map(added))
      .when(back(shirts(1), others[7]!))
      .thenEvents(returned([others[7]!], ['Shirt (M, Red) could not be added to your cart, because the cart is full.']))
  })

  test('that came back before this limit leaves a line above 99 pieces, which can be lowered', () => {
    given(
      added(shirts(60)),
      bought(60),
      added(shirts(60)),
      PurchaseReturnedToCart({ ownerId, orderId: 'o1', items: [shirts(60)] }),
    )
      .when(change(99, 500))
      .thenEvents(CartQuantityChanged({ ownerId, ...line, quantity: 99, priceCents: 2500 }))
  })
})

const anyItem = fc
  .record({ size: fc.constantFrom('S', 'M'), quantity: fc.integer({ min: 1, max: 60 }), priceCents: fc.nat(9) })
  .map((item) => shirts(1, item))
const owned = { ownerId: fc.constant(ownerId) }
const left = fc.nat(120).map(leftShared)
const anyLine = fc.constantFrom(line, { ...line, size: 'S' })
const anyId = fc.constantFrom('x1', 'x2')
const anyCommand: fc.Arbitrary<CartCommand> = fc.oneof(
  fc.record({ type: fc.constant('AddItem' as const), ...owned, item: anyItem, left }),
  fc.record({
    type: fc.constant('ChangeQuantity' as const),
    ...owned,
    line: anyLine,
    quantity: fc.integer({ min: 1, max: 99 }),
    priceCents: fc.nat(9),
    left,
  }),
  fc.record({ type: fc.constant('RemoveItem' as const), ...owned, line: anyLine }),
  fc.record({ type: fc.constant('HandOver' as const), ...owned, to: anyId }),
  fc.record({
    type: fc.constant('MergeGuestCart' as const),
    ...owned,
    handed: fc.record({
      guestId: anyId,
      handover: fc.integer({ min: 1, max: 3 }),
      items: fc.array(anyItem, { maxLength: 3 }),
    }),
    leftOf: left.map((pieces) => new Map([['shirt', pieces]])),
  }),
  fc.record({ type: fc.constant('ConfirmHandover' as const), ...owned, handover: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ type: fc.constant('ExpireGuestCart' as const), ...owned, changes: fc.nat(5) }),
  fc.record({ type: fc.constant('OpenCheckout' as const), ...owned, checkoutId: anyId }),
  fc.record({
    type: fc.constant('RemovePurchase' as const),
    ...owned,
    orderId: anyId,
    lines: fc.array(
      anyItem.map(({ quantity, size }) => ({ ...line, size, quantity })),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    type: fc.constant('ReturnPurchase' as const),
    ...owned,
    orderId: anyId,
    items: fc.array(anyItem, { maxLength: 2 }),
  }),
)

test('a cart command that is handled twice happens once', () => aRetryChangesNothing(cartDecider, anyCommand))

test('after any commands a line has 1 to 99 pieces', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
      let cart = cartDecider.initialState
      for (const command of commands) {
        try {
          cart = cartDecider.decide(command, cart).reduce(cartDecider.evolve, cart)
        } catch {
          continue
        }
        for (const { quantity } of cart.items) expect(quantity >= 1 && quantity <= 99).toBe(true)
      }
    }),
  )
})
