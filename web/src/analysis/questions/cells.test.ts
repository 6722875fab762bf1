import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import {
  evidenceCount,
  evidenceIn,
  nameOfRow,
  partialRows,
  partialWords,
  plotted,
  productOf,
  totalOf,
  valuesOf,
  wordsOf,
} from './cells.ts'

const answer = (kinds: readonly string[], rows: RunAnswer['rows']) =>
  ({
    columns: kinds.map((kind, at) => ({ name: `c${at}`, type: 'ANY', kind })),
    rows,
    asOf: { event: 9, moment: '2026-11-18T12:00:00.000Z' },
  }) as Pick<RunAnswer, 'columns' | 'rows' | 'asOf'>

test('moments are shown without their time zone, and records as JSON', () => {
  expect(wordsOf({ name: 'at', kind: 'moment' }, '2026-11-20T12:00:00.000Z')).toBe('2026-11-20 12:00:00')
  expect(wordsOf({ name: 'at', kind: 'moment' }, '2026-11-20T12:00:00.250Z')).toBe('2026-11-20 12:00:00.250')
  expect(wordsOf({ name: 'week', kind: 'moment' }, '2026-11-16T00:00:00.000Z')).toBe('2026-11-16')
  expect(wordsOf({ name: 'line', kind: 'record' }, { size: 'M' })).toBe('{"size":"M"}')
})

test('cents are shown as money, and true and false as yes and no', () => {
  expect(wordsOf({ name: 'netRevenueCents', kind: 'integer' }, -6634255)).toBe('-$66,342.55')
  expect(wordsOf({ name: 'averageCents', kind: 'number' }, 13498.6)).toBe('$134.99')
  expect(wordsOf({ name: 'orders', kind: 'integer' }, 1200)).toBe('1,200')
  expect(wordsOf({ name: 'perDay', kind: 'number' }, 1234.00056)).toBe('1,234.00056')
  expect(wordsOf({ name: 'lastEvent', kind: 'integer' }, 1200)).toBe('1200')
  expect(wordsOf({ name: 'year', kind: 'integer' }, 2026)).toBe('2026')
  expect(wordsOf({ name: 'wholeDay', kind: 'boolean' }, false)).toBe('no')
})

test('a total has the sums of the named columns only', () => {
  const rows = [
    ['Unknown', 2, 0.5],
    ['A price rose', null, 7],
    ['Pieces sold out', 3, 1],
  ]
  expect(totalOf(answer(['text', 'integer', 'number'], rows), ['c1'])).toEqual([null, 5, null])
})

test('evidence is a list of event numbers, each once, in the order of the answer', () => {
  expect(evidenceIn([7, '12', 7, null, -1, 3])).toEqual({ listed: [7, 12, 3], count: 3 })
  expect(evidenceIn(9)).toEqual({ listed: [9], count: 1 })
})

test('evidence that is too long for the answer has its first event numbers, and the number of all', () => {
  const thousand = Array.from({ length: 1_000 }, (_, at) => at + 1)
  expect(evidenceCount(evidenceIn(thousand, 'events'))).toBe('at least 1,000 events')
  expect(evidenceCount(evidenceIn({ first: [3, 12], events: 1_000 }, 'events'))).toBe('at least 1,000 events')
  expect(evidenceCount(evidenceIn([7], 'events'))).toBe('1 event')
  expect(evidenceCount(evidenceIn(thousand, 'BIGINT[]'))).toBe('1,000 events')
  expect(evidenceIn({ first: [3, 12], events: 54_321 })).toEqual({ listed: [3, 12], count: 54_321 })
})

test('an answer with days and numbers is plotted, and an answer with two columns of words is not plotted', () => {
  const byDay = answer(
    ['day', 'integer', 'evidence'],
    [
      ['2026-11-01', '9007199254740993', [1]],
      ['2026-11-02', 2, []],
    ],
  )
  expect(plotted(byDay)).toEqual({ kind: 'over time', labels: ['2026-11-01', '2026-11-02'], of: ['c1'] })
  expect(valuesOf(byDay, 'c1')).toEqual([9007199254740992, 2])
  expect(
    plotted(
      answer(
        ['text', 'text', 'number'],
        [
          ['a', 'b', 1],
          ['c', 'd', 2],
        ],
      ),
    ),
  ).toBeUndefined()
  expect(plotted(answer(['text', 'number'], [['a', 1]]))).toBeUndefined()
})

test('the rows about periods that were observed only in part are known, with the observed days', () => {
  const rows = [
    ['2026-11-02', false, 2.3],
    ['2026-11-09', true, 7],
    ['2026-11-16', null, 7],
  ]
  const byWeek = answer(['day', 'boolean', 'number'], rows)
  // Without such columns, the week that was not over at the answer's moment is partial.
  expect(partialRows(byWeek)).toEqual(new Map([[2, 2.5]]))
  expect(partialRows({ ...byWeek, asOf: { event: 9, moment: '2026-11-23T00:00:00.000Z' } })).toEqual(new Map())
  const names = ['week', 'wholeWeek', 'daysObserved']
  const columns = byWeek.columns.map((column, at) => ({ ...column, name: names[at]! }))
  expect(partialRows({ ...byWeek, columns })).toEqual(new Map([[0, 2.3]]))
  // The week in which the shop opened is partial, too.
  const opened = '2026-11-06T16:48:00.000Z'
  expect(partialRows(byWeek, opened)).toEqual(
    new Map([
      [0, 2.3],
      [2, 2.5],
    ]),
  )
  expect(partialWords(byWeek, opened)).toBe('Observed only in part: 2026-11-02 (2.3 days), 2026-11-16 (2.5 days)')
})

test('periods beside other texts, and months as texts, are known', () => {
  const byCountry = answer(
    ['text', 'moment', 'integer'],
    [
      ['PT', '2026-11-17T00:00:00.000Z', 1],
      ['FR', '2026-11-18T00:00:00.000Z', 2],
      ['PT', '2026-11-18T00:00:00.000Z', 3],
    ],
  )
  expect(partialWords(byCountry)).toBe('Observed only in part: 2026-11-18 (0.5 days)')
  const byMonth = answer(
    ['text', 'text', 'integer'],
    [
      ['PT', '2026-10', 1],
      ['PT', '2026-11', 2],
    ],
  )
  expect(partialWords(byMonth)).toBe('Observed only in part: 2026-11 (17.5 days)')
  const orders = answer(
    ['text', 'moment'],
    [
      ['o1', '2026-11-18T11:59:59.500Z'],
      ['o2', '2026-11-18T11:00:00.250Z'],
    ],
  )
  expect(partialWords(orders)).toBeUndefined()
})

test('a column with a missing number is plotted with a gap, but not one with a negative number or without numbers', () => {
  const valuesIn = (...cells: (number | null)[]) =>
    valuesOf(
      answer(
        ['text', 'number'],
        cells.map((cell) => ['a', cell]),
      ),
      'c1',
    )
  expect(valuesIn(2, null, 0)).toEqual([2, null, 0])
  expect(valuesIn(null, null)).toBeUndefined()
  expect(valuesIn(null, -1)).toBeUndefined()
})

test('a row is called by its first cell if this is a text or a day, or else by its number', () => {
  const column = (kind: 'text' | 'day' | 'integer') => ({ name: 'n', type: '', kind })
  expect(nameOfRow({ columns: [column('day')], rows: [['2026-11-14']] }, 0)).toBe('2026-11-14')
  expect(nameOfRow({ columns: [column('text')], rows: [['M'], [null], ['']] }, 0)).toBe('M')
  expect(nameOfRow({ columns: [column('text')], rows: [['M'], [null], ['']] }, 1)).toBe('row 2')
  expect(nameOfRow({ columns: [column('text')], rows: [['M'], [null], ['']] }, 2)).toBe('row 3')
  expect(nameOfRow({ columns: [column('integer')], rows: [[7]] }, 0)).toBe('row 1')
})

test('the product of a row has its id, which is no name of the row', () => {
  const { rows, ...about } = answer(
    ['text', 'number', 'text'],
    [
      ['Shirt', 1, 'p1'],
      ['Amount', 2, null],
    ],
  )
  const columns = about.columns.map((column, at) => (at === 2 ? { ...column, name: 'productId' } : column))
  expect([productOf({ columns, rows }, 0), productOf({ columns, rows }, 1)]).toEqual(['p1', undefined])
  expect(plotted({ columns, rows })).toEqual({ kind: 'text', labels: ['Shirt', 'Amount'], of: ['c1'] })
})
