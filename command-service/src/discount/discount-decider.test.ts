import { DiscountReleased, DiscountReserved } from '@shop/language/correspondence/discount-events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { type DiscountCommand, discountDecider } from './discount-decider.ts'

const { given } = specOf(discountDecider)
const use = (checkoutId: string) => ({ emailKey: 'key', checkoutId })
const reserve = (checkoutId: string): DiscountCommand => ({ type: 'Reserve', ...use(checkoutId) })
const release = (checkoutId: string): DiscountCommand => ({ type: 'Release', ...use(checkoutId) })
const reserved = (checkoutId: string) => DiscountReserved(use(checkoutId))
const released = (checkoutId: string) => DiscountReleased(use(checkoutId))

test('a code is held once at a time', () => {
  given().when(reserve('c1')).thenEvents(reserved('c1'))
  given(reserved('c1')).when(reserve('c1')).thenNothing()
  given(reserved('c1')).when(reserve('c2')).thenRefused('OUT_OF_STOCK')
  given(reserved('c1'), released('c1')).when(reserve('c2')).thenEvents(reserved('c2'))
})

test('only the hold that has a code releases it, and an ended hold never gets the code again', () => {
  given().when(release('c1')).thenNothing()
  given(reserved('c1')).when(release('c1')).thenEvents(released('c1'))
  given(reserved('c1')).when(release('c2')).thenNothing()
  given(reserved('c1'), released('c1')).when(release('c1')).thenNothing()
  given(reserved('c1'), released('c1')).when(reserve('c1')).thenNothing()
  given(reserved('c1'), released('c1')).when(reserve('c1~1')).thenEvents(reserved('c1~1'))
})

test('after any commands, two holds never have the code at the same time', () => {
  const anyCommand = fc.tuple(fc.constantFrom('Reserve', 'Release'), fc.constantFrom('c1', 'c2', 'c2~1'))
  fc.assert(
    fc.property(fc.array(anyCommand), (asked) => {
      let discount = discountDecider.initialState
      const holders = new Set<string>()
      for (const [type, checkoutId] of asked) {
        try {
          for (const event of discountDecider.decide({ type, ...use(checkoutId) } as DiscountCommand, discount)) {
            discount = discountDecider.evolve(discount, event)
            if (event.type === 'DiscountReserved') holders.add(checkoutId)
            else holders.delete(checkoutId)
          }
        } catch {
          expect(discount.heldBy).toBeDefined()
        }
        expect([...holders]).toEqual(discount.heldBy === undefined ? [] : [discount.heldBy])
      }
    }),
  )
})
