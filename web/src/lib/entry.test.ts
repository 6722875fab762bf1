import { expect, test } from 'vitest'
import { entryOf } from './entry.ts'

test.each([
  ['', 'direct'],
  ['https://selvedge.example/collections/all', 'direct'],
  ['https://www.google.com/', 'search'],
  ['https://duckduckgo.com/?q=linen+shirt+for+Ada', 'search'],
  ['https://l.instagram.com/', 'social'],
  ['https://t.co/abc', 'social'],
  ['https://xbox.example/', 'other'],
  ['https://googled.example/', 'other'],
  ['android-app://com.example', 'other'],
  ['no address', 'direct'],
] as const)('the referrer %s counts as %s', (referrer, entry) => {
  expect(entryOf(referrer, 'selvedge.example')).toBe(entry)
})
