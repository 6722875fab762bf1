import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTextHmac } from './pseudonyms.ts'

const TEXTS = ['', 'a', 'é', '🧵 thread', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(10_000), 'after a long one']

test.each([1, 32, 64])('equals the result of createHmac for every text, with a key of %i bytes', (length) => {
  const key = randomBytes(length)
  const hmac = createTextHmac(key)
  for (const text of TEXTS) expect(hmac(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'))
})

test('refuses a key that is longer than a block', () => {
  expect(() => createTextHmac(Buffer.alloc(65))).toThrow('longer than a block')
})
