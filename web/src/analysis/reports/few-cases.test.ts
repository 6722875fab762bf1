import { expect, test } from 'vitest'
import { fewCases, rates } from './few-cases.ts'
import { reports } from './reports.ts'

const column = (name: string) => ({ name, type: 'BIGINT', kind: 'integer' as const })

test('a rate from few cases has their number, and one from many cases or without a value has none', () => {
  const columns = ['percentReturned', 'piecesDelivered'].map(column)
  const few = fewCases('return-rate', {
    columns,
    rows: [
      [33.3, 3],
      [10, 20],
      [null, 0],
    ],
  })
  expect([0, 1, 2].map((row) => few(row, 'percentReturned'))).toEqual([3, undefined, undefined])
  expect(few(0, 'piecesDelivered')).toBeUndefined()
  expect(fewCases(undefined, { columns, rows: [[33.3, 3]] })(0, 'percentReturned')).toBeUndefined()
})

test('a share of all rows counts the cases of all rows', () => {
  const shares = (counts: readonly number[]) =>
    fewCases('size-mix', { columns: ['percent', 'pieces'].map(column), rows: counts.map((count) => [50, count]) })
  expect(shares([9, 9])(0, 'percent')).toBe(18)
  expect(shares([9, 11])(0, 'percent')).toBeUndefined()
})

test('each rate and each average of a report has its number of cases', () => {
  for (const { slug, question } of reports) {
    const named = [...question.sql.matchAll(/ AS ((?:percent|average|perDay|half|nineTenths)\w*)/g)].map(
      ([, name]) => name!,
    )
    expect([slug, [...new Set(named)].toSorted()]).toEqual([slug, Object.keys(rates[slug] ?? {}).toSorted()])
  }
})

test('the number of cases is from columns of the report', () => {
  for (const { slug, question } of reports) {
    const asked: string[] = []
    const note = (column: string) => asked.push(column)
    for (const cases of Object.values(rates[slug] ?? {})) cases(note, note)
    expect([slug, asked.filter((column) => !new RegExp(`\\b${column}\\b`).test(question.sql))]).toEqual([slug, []])
  }
})
