import { expect, test } from 'vitest'
import { safeRedirect } from './redirect.ts'

test.each(['/checkout', '/order/66f2c9e1', '/collections/all?gender=Women&size=S,M', '/questions#SELECT%0A1', '/'])(
  '%s is kept as the target',
  (path) => {
    expect(safeRedirect(path)).toBe(path)
  },
)

test('without a redirect the target is the home page', () => {
  expect(safeRedirect(null)).toBe('/')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%E0%A4%A',
  'checkout',
  '',
])('%j is replaced by home', (path) => {
  expect(safeRedirect(path)).toBe('/')
})
