import { SHARED, StockCounted } from '@shop/language/stock/events'
import { MARK_EVERY } from '@shop/language/stock/marks-document'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { stockMarkProjection } from './stock-mark-projection.ts'

const counted = (available: number) => StockCounted({ productId: 'p1', ...SHARED, available })
const line = (onHand: number) => [{ ...SHARED, onHand, reserved: 0 }]

test('a mark has the lines before the first event of its part of the ledger, and does not change later', () => {
  const history = Array.from({ length: 2 * MARK_EVERY + 3 }, (_, n) => counted(n))
  expect(documentsAfter(stockMarkProjection, ...history)).toEqual({
    p1: { _id: 'p1', lines: line(2 * MARK_EVERY + 2), version: 2 * MARK_EVERY + 2 },
    'p1~0': { _id: 'p1~0', lines: line(0), version: -1 },
    'p1~1': { _id: 'p1~1', lines: line(MARK_EVERY - 1), version: MARK_EVERY - 1 },
    'p1~2': { _id: 'p1~2', lines: line(2 * MARK_EVERY - 1), version: 2 * MARK_EVERY - 1 },
  })
})
