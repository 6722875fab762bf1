import { expect, test } from 'vitest'
import { numeral, wholeNumberIn } from './numeral.ts'

test.each(['17622', ' 17,622 ', '17 622', '17\u202f622', '17\u00a0622', "17'622", '17’622', numeral(17622)])(
  'the number %j is read with or without separators',
  (typed) => expect(wholeNumberIn(typed)).toBe(17622),
)

test.each(['', '17,6', '1,7622', ',622', '-1', '1.5', '1e3', '2026-11-20', '1234567890123'])(
  'the text %j is not a whole number',
  (typed) => expect(wholeNumberIn(typed)).toBeUndefined(),
)
