import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSearch } from './search.ts'

const NAME = 'Zoë O’Lovelace "Ada"'
const EMAIL = 'Ada.Lovelace+shop@example.test'
const find = createSearch([NAME, EMAIL, 'abc'])
const found = (text: string | Buffer) => find(Buffer.from(text)).map(({ value, how }) => `${value} ${how}`)
const hash = (name: string, text: string) => createHash(name).update(text)

describe('a value is found', () => {
  test.each<[string, string | Buffer, string]>([
    ['as text', `name: ${NAME}.`, '1 as text'],
    ['in another case', `<${EMAIL.toUpperCase()}>`, '2 as text'],
    ['in JSON', JSON.stringify({ name: NAME }), '1 escaped'],
    ['in JSON with only ASCII letters', 'Zo\\u00eb O\\u2019Lovelace \\"Ada\\"', '1 escaped'],
    ['in an address', `/?name=${encodeURIComponent(NAME)}`, '1 escaped'],
    ['in a form', new URLSearchParams({ name: NAME }).toString(), '1 escaped'],
    ['in HTML', NAME.replaceAll('"', '&quot;'), '1 escaped'],
    ['in UTF-16', Buffer.from(NAME, 'utf16le'), '1 in UTF-16'],
    ['in hex', Buffer.from(EMAIL).toString('hex').toUpperCase(), '2 in hex'],
    ['as its hash', hash('sha256', EMAIL).digest('hex'), '2 as its sha256'],
    ['as the hash of the e-mail in lower case', hash('md5', EMAIL.toLowerCase()).digest('hex'), '2 as its md5'],
    ['as the bytes of its hash', hash('sha1', EMAIL).digest(), '2 as its sha1'],
  ])('%s', (_, text, what) => {
    expect(found(text)).toContain(what)
  })

  test('in base64, at any offset in the encoded text', () => {
    const around = fc.string({ maxLength: 9 })
    const encoding = fc.constantFrom('base64' as const, 'base64url' as const)
    fc.assert(
      fc.property(around, around, encoding, (before, after, encoding) => {
        expect(found(Buffer.from(before + NAME + after).toString(encoding))).toContain('1 in base64')
      }),
    )
  })

  test('at the beginning and at the end of the searched bytes', () => {
    expect(found(EMAIL)).toContain('2 as text')
    expect(found(`x${EMAIL}`)).toContain('2 as text')
  })
})

test('a value that is cut off is not found, and a value that is too short is not searched for', () => {
  expect(found(EMAIL.slice(0, -1))).toEqual([])
  expect(found(EMAIL.slice(1))).toEqual([])
  expect(found('abc')).toEqual([])
  expect(found('')).toEqual([])
})

describe('a value of digits only', () => {
  const code = createSearch(['10007'])
  const isFound = (text: string) => code(Buffer.from(text)).some(({ how }) => how === 'as text')
  test.each([
    '"postalCode":"10007"',
    '{"text":"1 Main St, 10007 New York"}',
    'Lisbon 10007',
    '10007\n',
    '\nGhent\n10007\n',
    'They live at 10007.',
  ])('is found in %j', (text) => expect(isFound(text)).toBe(true))

  test.each([
    '{"event":10007,"type":"StockHeld"}',
    '{"type":"StockHeld","event":10007}',
    '[3,10007]',
    '10007,"2026-11-20",',
    '"totalCents":100070',
    '"id":"6f10007b-22c1"',
    '"at":"2026-11-20T10:00:00.10007Z"',
    '"hash":"x_10007"',
  ])('is not found as a number or as a part of an id in %j', (text) => expect(isFound(text)).toBe(false))
})
