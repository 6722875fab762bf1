import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { rowsWith } from './find-rows.ts'

const answer = {
  columns: [
    { name: 'lastChanged', type: '', kind: 'moment' },
    { name: 'valueCents', type: '', kind: 'integer' },
    { name: 'reason', type: '', kind: 'text' },
    { name: 'evidence', type: '', kind: 'evidence' },
  ],
  rows: [
    ['2026-11-26T00:09:46.000Z', 109400, 'A price rose', [77]],
    ['2026-11-27T10:00:00.000Z', 250, 'Unknown', [8]],
    [null, null, null, [9]],
  ],
} as unknown as Pick<RunAnswer, 'columns' | 'rows'>

test.each([
  ['a PRICE', [0]],
  ['$1,094', [0]],
  ['1094', [0]],
  ['2026-11-27 10:00', [1]],
  ['77', []],
  ['null', []],
  ['', [0, 1, 2]],
])('a row is found by a text that one of its cells shows: %s', (text, found) => {
  expect(rowsWith(answer, text)).toEqual(found)
})
