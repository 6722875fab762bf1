import { expect, test } from 'vitest'
import { csvOf, pastedOf } from '../../admin/parts/csv.ts'
import { cellsOf } from './answer-view.tsx'

const cells = cellsOf({
  columns: [
    { name: 'outcome', type: 'VARCHAR', kind: 'text' },
    { name: 'netRevenueCents', type: 'BIGINT', kind: 'integer' },
    { name: 'perDay', type: 'DOUBLE', kind: 'number' },
    { name: 'wholeDay', type: 'BOOLEAN', kind: 'boolean' },
    { name: 'evidence', type: 'BIGINT[]', kind: 'evidence' },
  ],
  rows: [
    ['Paid, "still"\nlooked at', 6634255, -1.7, true, [3, 12]],
    ['=1+1', -50, null, false, []],
    ['Much evidence', 0, 0, true, { first: [7, 9], events: 1_002 }],
  ],
})

test('the CSV of an answer has money in dollars, numbers as numbers, and no formulas', () => {
  expect(csvOf(cells)).toBe(
    [
      '\uFEFFOutcome,Net revenue,Per day,Whole day,Evidence',
      '"Paid, ""still""\nlooked at",66342.55,-1.7,yes,3 12',
      "'=1+1,-0.5,,no,",
      'Much evidence,0,0,yes,"7 9 and 1,000 more"',
      '',
    ].join('\r\n'),
  )
})

test('a copied answer has a tab between cells and a line for each row', () => {
  expect(pastedOf(cells).split('\n')).toEqual([
    'Outcome\tNet revenue\tPer day\tWhole day\tEvidence',
    'Paid, "still" looked at\t66342.55\t-1.7\tyes\t3 12',
    "'=1+1\t-0.5\t\tno\t",
    'Much evidence\t0\t0\tyes\t7 9 and 1,000 more',
  ])
})
