import type { Cart } from '@shop/language/cart/api'
import type { Checkout } from '@shop/language/checkout/api'
import { expect, test } from 'vitest'
import { atCurrentPrices, hasLeftCart, isOfCart, withinStock } from './cart-corrections.ts'

const line = { productId: 'shirt', name: 'Washed Oxford Shirt', image: '', color: 'Blue' }
const cart: Cart = {
  products: [
    { ...line, size: 'M', quantity: 2, price: 58 },
    { ...line, size: 'L', quantity: 2, price: 58 },
    { ...line, productId: 'jeans', size: 'L', quantity: 9, price: 80 },
  ],
  totalPrice: 952,
}

const refused = { productId: 'shirt', size: 'L', color: 'Blue' }
const mended = (left?: number) =>
  withinStock(cart, { ...refused, ...(left !== undefined && { left }) }).map(({ line: { size }, quantity }) => [
    size,
    quantity,
  ])

test('only the size and color with too few pieces is reduced to what is left', () => {
  expect(mended(1)).toEqual([['L', 1]])
  expect(mended(2)).toEqual([])
})

test('a sold-out line is removed', () => {
  expect(mended()).toEqual([['L', 0]])
})

test('accepting new prices sends the prices and the total named by the server', () => {
  const agreed = atCurrentPrices(cart, {
    total: 960,
    lines: [{ productId: 'shirt', size: 'M', color: 'Blue', name: line.name, price: 62, sentPrice: 58 }],
  })
  expect(agreed.products.map(({ price }) => price)).toEqual([62, 58, 80])
  expect(agreed.totalPrice).toBe(960)
})

test("a checkout has left the cart when the cart has none of the checkout's lines", () => {
  const checkout = { checkoutItems: cart.products.slice(0, 2) } as unknown as Checkout
  expect(hasLeftCart(checkout, cart)).toBe(false)
  expect(hasLeftCart(checkout, { ...cart, products: cart.products.slice(1) })).toBe(false)
  expect(hasLeftCart(checkout, { ...cart, products: cart.products.slice(2) })).toBe(true)
})

test('a checkout is of the cart if both have the same pieces', () => {
  const checkout = { checkoutItems: cart.products } as unknown as Checkout
  const [first, ...rest] = cart.products
  expect(isOfCart(checkout, { ...cart, products: cart.products.toReversed() })).toBe(true)
  expect(isOfCart(checkout, { ...cart, products: rest })).toBe(false)
  expect(isOfCart(checkout, { ...cart, products: [...rest, { ...first!, quantity: first!.quantity + 1 }] })).toBe(false)
  expect(isOfCart({ checkoutItems: rest } as unknown as Checkout, cart)).toBe(false)
})
