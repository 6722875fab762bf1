import { expect, test } from 'vitest'
import * as z from 'zod'
import { isKnown } from '../all-events.ts'
import { defineEvent } from './event.ts'

const PriceSet = defineEvent('PriceSet', {
  says: 'A price was set.',
  schema: z.object({ cents: z.int(), currency: z.string() }),
  upcasters: [({ price }) => ({ cents: Math.round(price * 100) }), (v2) => ({ ...v2, currency: 'EUR' })],
})

test('each older version is upcast, step by step, to the current version', () => {
  expect(PriceSet.version).toBe(3)
  expect(PriceSet.lift({ price: 24.99 }, 1)).toEqual({ cents: 2499, currency: 'EUR' })
  expect(PriceSet.lift({ cents: 5 }, 2)).toEqual({ cents: 5, currency: 'EUR' })
  expect(PriceSet.lift({ cents: 5, currency: 'USD' }, 3)).toEqual({ cents: 5, currency: 'USD' })
})

test('an unknown newer version is not upcast', () => {
  expect(PriceSet.lift({ cents: 5, currency: 'USD', tax: 1 }, 4)).toEqual({ cents: 5, currency: 'USD', tax: 1 })
})

test('an event that does not match its schema cannot be created', () => {
  expect(() => PriceSet({ cents: 0.5, currency: 'EUR' })).toThrow()
})

test('a type that is not in the table is unknown', () => {
  expect([isKnown('OrderPlaced'), isKnown('PriceSet'), isKnown('constructor')]).toEqual([true, false, false])
})
