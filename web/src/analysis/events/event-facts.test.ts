import type { EvidenceRow } from '@shop/language/analysis/evidence'
import { expect, test } from 'vitest'
import { factsInWords } from './event-facts.ts'

const wordsOf = (about: Partial<EvidenceRow>) =>
  factsInWords({ event: 7, recordedAt: null, stream: 'order-o1', version: 1, type: 'Any', ...about })

test('an event of a list says which product it is about, and which price or status it sets', () => {
  const product = { id: 'p1', name: 'Linen Shirt' }
  expect(wordsOf({ product, amount: { of: 'price', value: 78, before: 77 } })).toBe(
    'Linen Shirt, price $77.00 → $78.00',
  )
  expect(wordsOf({ stream: 'stock-p1', product })).toBe('Linen Shirt')
  expect(wordsOf({ status: { before: 'Processing', after: 'Shipped' } })).toBe('order-o1, Processing → Shipped')
  expect(wordsOf({ status: { before: 'Cancelled', after: 'Cancelled' } })).toBe('order-o1, status stays Cancelled')
  expect(wordsOf({ amount: { of: 'total', value: 78 } })).toBe('order-o1')
})
