import type { HistoryEntry } from '@shop/language/order/api'
import { expect, test } from 'vitest'
import { stepInWords } from './step-words.ts'

const step = (what: string, before: HistoryEntry['before'], after: HistoryEntry['after']) =>
  stepInWords({ what, before, after } as HistoryEntry)

test("a known step has a shopkeeper's words, and any other step has the name of its event", () => {
  expect(step('Checkout paid', {}, { isPaid: true })).toBe('The payment came in')
  expect(step('Case opened', {}, {})).toBe('Case opened')
})

test('a change of status names the new status, and a change of the tracking number alone names this number', () => {
  const changed = 'Order status changed'
  expect(step(changed, { status: 'Processing' }, { status: 'Shipped', trackingNumber: '1Z' })).toBe('Shipped')
  expect(step(changed, { status: 'Cancelled' }, { status: 'Processing' })).toBe('Cancellation undone: Processing')
  expect(step(changed, {}, { trackingNumber: '1Z' })).toBe('The tracking number changed')
})
