import { expect, test } from 'vitest'
import { eventId, idFrom } from './event-id.ts'

test('ids are byte-equal to those of every earlier version', () => {
  expect(eventId('command-1', 'cart-ada', 0)).toBe('c6624552-7c35-570d-af37-710952f8c9ac')
  expect(idFrom('hold', 'checkout-7', 'Größe M')).toBe('85abeb86-d3a1-5594-84bf-4ea0dbe9be96')
})

test('an id depends on its words only', () => {
  expect(eventId('command-1', 'cart-ada', 0)).toBe(eventId('command-1', 'cart-ada', 0))
  expect(eventId('command-1', 'cart-ada', 1)).not.toBe(eventId('command-1', 'cart-ada', 0))
})
