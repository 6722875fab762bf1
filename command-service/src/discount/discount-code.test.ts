import type { KeyStore } from '@shop/stores/key-store/key-store'
import { expect, test } from 'vitest'
import { discountCodeOf, isSameCode } from './discount-code.ts'

const keys = { keyFor: async (id: string) => Buffer.from(id.padEnd(32)) } as unknown as KeyStore

test('each address has one code, which is always the same', async () => {
  const codes = await Promise.all(['ada', 'ada', 'eve'].map((key) => discountCodeOf(keys, key)))
  expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(codes[1]).toBe(codes[0])
  expect(codes[2]).not.toBe(codes[0])
})

test('a code may be typed in upper or lower case, without its dash, and with letters in place of similar digits', () => {
  for (const typed of ['0A1BC-DEF23', ' oaibc def23 ', 'OALBCDEF23'])
    expect(isSameCode(typed, '0A1BC-DEF23')).toBe(true)
  for (const typed of ['0A1BC-DEF24', '0A1BC-DEF2', '', '-', '0A1BC-DEF233'])
    expect(isSameCode(typed, '0A1BC-DEF23')).toBe(false)
})
