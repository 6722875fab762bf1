import { expect, test } from 'vitest'
import { RunBody } from './runs.ts'

test.each([
  ['2026-11-22T08:00:00Z', '2026-11-22T08:00:00.000Z'],
  ['2026-11-22T08:00:00.5+05:30', '2026-11-22T02:30:00.500Z'],
  ['0001-01-01T00:00:00+01:00', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59.999Z'],
])('the moment %s is read as %s', (given, moment) => {
  expect(RunBody.parse({ sql: 'SELECT 1', asOf: given, moment: given })).toMatchObject({ asOf: moment, moment })
})

test.each(['2026-11-22', '2026-11-22T08:00:00', 'now', '17043', null])(
  '%s is neither a moment nor the number of an event',
  (asOf) => {
    const { error } = RunBody.safeParse({ sql: 'SELECT 1', asOf })
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'asOf must be an event number or a time with zone, such as 2026-11-20T12:00:00Z',
    ])
  },
)

test.each([1.5, -1])('%s is no event number', (asOf) => {
  expect(RunBody.safeParse({ sql: 'SELECT 1', asOf }).success).toBe(false)
})
