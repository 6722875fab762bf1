import { expect, test } from 'vitest'
import { orderEtag, readOrderEtag } from './etag.ts'

test('an ETag is read as it was written, even if a proxy has weakened it', () => {
  expect(readOrderEtag(orderEtag(12))).toBe(12)
  expect(readOrderEtag('W/"12"')).toBe(12)
})

test.each(['', '12', '"12', '"1-2"', '"x"', '"1234567890"', '"1", "2"'])('%j is no ETag of an order', (etag) => {
  expect(readOrderEtag(etag)).toBeUndefined()
})
