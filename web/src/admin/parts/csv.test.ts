import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('cells with commas, quotes and line breaks are quoted', () => {
  expect(
    csvOf([
      ['Name', 'Total'],
      ['Weaver, "Ada"', 25.5],
      ['two\nlines', 1],
    ]),
  ).toBe('\uFEFFName,Total\r\n"Weaver, ""Ada""",25.5\r\n"two\nlines",1\r\n')
})

test('a text that begins like a formula stays a text, and a number stays a number', () => {
  expect(csvOf([['=1+1', '+32 1', '-2', '@x', -2]])).toBe("\uFEFF'=1+1,'+32 1,'-2,'@x,-2\r\n")
})
