import type { Cart } from '@shop/language/cart/api'
import { beforeEach, expect, test } from 'vitest'
import { fulfil, refuse, want, wantedOf } from './quantity-acts.ts'
import { forgetWantedQuantities, keyOf, useWantedQuantities, withWantedQuantities } from './wanted-quantities.ts'

const shirt = { productId: 'shirt', size: 'M', color: 'Blue' }
const cart: Cart = {
  products: [
    { ...shirt, name: 'Washed Oxford Shirt', image: '', quantity: 1, price: 19.99 },
    { productId: 'jeans', size: 'L', color: 'Blue', name: 'Straight Jeans', image: '', quantity: 2, price: 10 },
  ],
  totalPrice: 39.99,
}
const shown = () => withWantedQuantities(cart, useWantedQuantities.getState().quantities)

beforeEach(forgetWantedQuantities)

test('a wanted quantity shows at once in its line and in the total', () => {
  want(shirt, 3)
  expect(shown().products[0]?.quantity).toBe(3)
  expect(shown().totalPrice).toBe(79.97)
})

test('a line whose wanted quantity is 0 is hidden at once', () => {
  want(shirt, 0)
  expect(shown().products.map(({ productId }) => productId)).toEqual(['jeans'])
  expect(shown().totalPrice).toBe(20)
})

test('an unavailable line is left out of the total', () => {
  const [first, second] = cart.products
  const withGone: Cart = { ...cart, products: [{ ...first!, unavailable: true }, second!] }
  want(second!, 1)
  expect(withWantedQuantities(withGone, useWantedQuantities.getState().quantities).totalPrice).toBe(10)
})

test('a refusal restores the quantity from the server and shows the reason', () => {
  want(shirt, 9)
  refuse(shirt, 'Only 3 left')
  expect(shown()).toEqual(cart)
  expect(useWantedQuantities.getState().refusals[keyOf(shirt)]).toBe('Only 3 left')
})

test('the next click removes the reason of the refusal', () => {
  refuse(shirt, 'Only 3 left')
  want(shirt, 2)
  expect(useWantedQuantities.getState().refusals).toEqual({})
})

test('an answer to an earlier click does not replace a later wanted quantity', () => {
  want(shirt, 2)
  want(shirt, 5)
  fulfil(shirt, 2)
  expect(wantedOf(shirt)).toBe(5)
})
