import type { HistoryEntry } from '@shop/language/order/api'
import { expect, test } from 'vitest'
import { factInWords, factName, factsAfter, whoInWords } from './history-words.ts'

const entry = (after: HistoryEntry['after']) => ({ after }) as HistoryEntry

test('the facts after some events are the facts of the order at that moment', () => {
  const history = [
    entry({ isPaid: false }),
    entry({ isPaid: true, status: 'Processing' }),
    entry({ status: 'Shipped' }),
  ]
  expect(factsAfter(history, 2)).toEqual({ isPaid: true, status: 'Processing' })
  expect(factsAfter(history, 3)).toEqual({ isPaid: true, status: 'Shipped' })
  expect(factsAfter(history, 0)).toEqual({})
})

test('every fact is written as text', () => {
  expect(factInWords(undefined)).toBe('none')
  expect(factInWords(false)).toBe('no')
  expect(factInWords(['1 × Shirt', '2 × Skirt'])).toBe('1 × Shirt, 2 × Skirt')
  expect(factInWords({ city: 'Lyon', phone: '', country: 'France' })).toBe('Lyon, France')
  for (const name of ['total', 'pending', 'amount']) expect(factInWords(282, name)).toBe('$282.00')
  expect(factInWords(282, 'pieces')).toBe('282')
  expect(factInWords('changed-mind', 'chosenReason')).toBe('Change of mind')
  expect(factName('shippingAddress')).toBe('shipping address')
})

test('an actor is written with role and name, and an erased actor with the role alone', () => {
  expect(whoInWords({ id: 'a', role: 'admin', name: 'Amara' })).toBe('Amara (admin)')
  expect(whoInWords({ role: 'system' })).toBe('The shop itself (system)')
})
