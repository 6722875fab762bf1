import type { CartLine } from '@shop/language/cart/api'
import { expect, test } from 'vitest'
import { goneInWords } from './gone-lines.tsx'

test('several lines that block checkout are counted by their pieces', () => {
  const lines = [{ quantity: 1 }, { quantity: 3 }] as CartLine[]
  expect(goneInWords(lines)).toBe('4 pieces in your cart can no longer be bought.')
})
