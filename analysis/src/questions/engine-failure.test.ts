import { expect, test } from 'vitest'
import { failureOf } from './engine-failure.ts'

const FILE = '/srv/shop/data/analysis/answers/4f1d/rows.db'

test.each([
  `IO Error: Could not write file "${FILE}": No space left on device`,
  `TransactionContext Error: Failed to commit: Could not write file "${FILE}.wal": No space left on device`,
])('a full disk is reported as a full disk: %s', (message) => {
  expect(failureOf(new Error(message))).toEqual({
    reason: 'size',
    message: expect.stringMatching(/too little free space/),
  })
})

test.each([
  `IO Error: Cannot open file "${FILE}": No such file or directory`,
  'TransactionContext Error: Failed to commit: the log could not be written',
  `Invalid Input Error: No magic bytes found at end of file "${FILE}"`,
  'Invalid Input Error: Invalid JSON found in Parquet file: Malformed JSON',
  'Invalid Error: TProtocolException: Invalid data',
])('no folder of the operator is reported: %s', (message) => {
  expect(failureOf(new Error(message))).toEqual({ reason: 'unavailable', message: expect.stringMatching(/Try again/) })
})

test('a question that reads files is refused, and a mistake that mentions a file is still explained', () => {
  const refused = `Permission Error: Cannot access file "/etc/hostname" - file system operations are disabled`
  expect(failureOf(new Error(refused))).toMatchObject({ reason: 'refused' })
  const mistake = `Binder Error: Column "x" not found\n\nLINE 1: SELECT x, 'file "No space left"'\n               ^`
  const message = 'Column "x" not found'
  expect(failureOf(new Error(mistake))).toEqual({ reason: 'error', message })
  expect(failureOf(new Error(mistake), `SELECT x, 'file "No space left"'`)).toEqual({
    reason: 'error',
    message,
    position: 7,
  })
})

test('a mistake in a later line has a position, unless the engine shows only a part of the line', () => {
  const mistake = new Error('Binder Error: Column "x" not found\n\nLINE 2:   x FROM y\n          ^')
  expect(failureOf(mistake, 'SELECT\n  x FROM y')).toMatchObject({ position: 9 })
  expect(failureOf(mistake, 'SELECT\n  x FROM y WHERE true')).not.toHaveProperty('position')
})

test('a time that is a text is named, without the list of all functions', () => {
  const types =
    "No function matches the given name and argument types '-(VARCHAR, TIMESTAMP)'. Add explicit type casts."
  const message = `Binder Error: ${types}\n\tCandidate functions:\n\t-(TINYINT) -> TINYINT\n\n\nLINE 1: SELECT\n        ^`
  expect(failureOf(new Error(message))).toEqual({
    reason: 'error',
    message: `${types} A time in the data of an event is a text: write, for example, placedAt::TIMESTAMP`,
  })
})
