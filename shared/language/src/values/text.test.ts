import { describe, expect, test } from 'vitest'
import * as text from './text.ts'

const ONE_LINE = {
  exact: text.exact(20),
  text: text.text(20),
  trimmedText: text.trimmedText(20),
  requiredText: text.requiredText(20),
  Id: text.Id,
}
const LINES = {
  lines: text.lines(20),
  requiredLines: text.requiredLines(20),
  exactLines: text.exactLines(20),
  requiredSource: text.requiredSource(20),
}
const all = Object.entries({ ...ONE_LINE, ...LINES })

const CONTROLS = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at)].map((code) =>
  String.fromCharCode(code),
)
const BREAKS = ['\t', '\n', '\r']
const HALVES = ['\ud800', '\udfff']
const MARKS = ['\u061c', '\u200e', '\u200f', ...'\u202a\u202b\u202c\u202d\u202e', ...'\u2066\u2067\u2068\u2069']

describe.each(all)('%s', (name, schema) => {
  const isLines = name in LINES

  test('refuses every control character and every unpaired surrogate', () => {
    for (const sign of [...CONTROLS, ...HALVES].filter((one) => !isLines || !BREAKS.includes(one)))
      expect(schema.safeParse(`a${sign}b`).success, JSON.stringify(sign)).toBe(false)
  })

  test(isLines ? 'keeps tabs and line breaks' : 'refuses tabs and line breaks', () => {
    for (const sign of BREAKS) expect(schema.safeParse(`a${sign}b`).success).toBe(isLines)
    if (isLines) expect(schema.parse('a\r\n\tb')).toBe('a\r\n\tb')
  })

  test('accepts letters of any script, signs and emoji', () => {
    for (const good of ['Zoë Ólafsdóttir', '王小明', 'שרה', '👩‍🎨 “x”', 'a‌b']) expect(schema.parse(good)).toBe(good)
  })
})

test('typed text loses direction marks, and exact text keeps them', () => {
  for (const mark of MARKS) {
    for (const name of ['text', 'trimmedText', 'requiredText', 'lines', 'requiredLines'])
      expect(Object.fromEntries(all)[name]!.parse(`a${mark}b`), name).toBe('ab')
    for (const name of ['exact', 'Id', 'exactLines', 'requiredSource'])
      expect(Object.fromEntries(all)[name]!.parse(`a${mark}b`), name).toBe(`a${mark}b`)
  }
})

test('a text of only blanks and direction marks counts as missing', () => {
  for (const schema of [text.requiredText(20), text.requiredLines(20)])
    for (const blank of ['', ' ', '\u200f', ` ${MARKS.join('')} `]) expect(schema.safeParse(blank).success).toBe(false)
})
