import { expect, test } from 'vitest'
import { wantedOf } from './wanted-events.ts'

const typed = (from: string, to: string) => wantedOf({ format: 'parquet', from, to, types: [] }, 1204)

test('empty fields mean all copied events', () => {
  expect(typed('', '')).toEqual({ wanted: { format: 'parquet', from: 1, to: 1204, types: [] } })
  expect(typed('7', ' 1,204 ')).toMatchObject({ wanted: { from: 7, to: 1204 } })
})

test.each([
  ['0', '', 'from'],
  ['one', '', 'from'],
  ['', '-1', 'to'],
  ['', '1205', 'to'],
  ['9', '8', 'to'],
])('the range %j to %j has an error at %s', (from, to, field) => {
  expect(typed(from, to)).toEqual({ wrong: { [field]: expect.any(String) } })
})
