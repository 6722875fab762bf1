import { expect, test } from 'vitest'
import { trackingLink } from './order-texts.ts'

test('a tracking number links to its carrier, or to a page for all carriers', () => {
  expect(trackingLink('1Z 999AA1 01 2345 6784')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
  expect(trackingLink('9400 1000 0000 0000 0000 00')).toMatch(/^https:\/\/tools\.usps\.com\/.*=9400100000000000000000$/)
  expect(trackingLink('AB"1&x')).toBe('https://t.17track.net/en#nums=AB%221%26X')
})
