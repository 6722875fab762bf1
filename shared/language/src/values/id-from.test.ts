import { expect, test } from 'vitest'
import { idFrom } from './id-from.ts'

test('ids are byte for byte the same in every version of the shop', () => {
  expect(idFrom('command-1', 'cart-ada', '0')).toBe('c6624552-7c35-570d-af37-710952f8c9ac')
  expect(idFrom('hold', 'checkout-7', 'Größe M')).toBe('85abeb86-d3a1-5594-84bf-4ea0dbe9be96')
})

test('an id depends on each of its words, and on nothing else', () => {
  const ids = [idFrom('c1', 's1', '0'), idFrom('c1', 's1', '1'), idFrom('c1', 's2', '0'), idFrom('c2', 's1', '0')]
  expect(new Set(ids).size).toBe(4)
  expect(idFrom('c1', 's1', '0')).toBe(ids[0])
})
