import { expect, test } from 'vitest'
import { createFairLine } from './fair-line.ts'

test('networks take turns, in a network its clients take turns, and the items of a client are served in order', () => {
  const line = createFairLine<string>()
  for (const n of [1, 2, 3]) line.join('203.0.113.1', `a${n}`)
  for (const n of [1, 2]) line.join('203.0.113.2', `b${n}`)
  for (const host of [1, 2, 3]) line.join(`2001:db8:1:${host}::1`, `v6-${host}`)
  line.join('198.51.100.1', 'ada')
  expect(line.waitingOf('203.0.113.1')).toBe(3)
  const order = Array.from({ length: 10 }, () => line.next())
  expect(order).toEqual(['a1', 'v6-1', 'ada', 'b1', 'v6-2', 'a2', 'v6-3', 'b2', 'a3', undefined])
  expect(line.waitingOf('203.0.113.1')).toBe(0)
})

test('a client from `clientOf` is in the same network as its address', () => {
  const line = createFairLine<string>()
  line.join('2001:db8:1:2', 'named')
  line.join('2001:db8:1:3::1', 'address')
  line.join('198.51.100.1', 'other')
  expect([line.next(), line.next(), line.next()]).toEqual(['named', 'other', 'address'])
})

test('`ahead` is never less than the number of items that come before a new item', () => {
  const line = createFairLine<string>()
  for (const n of [1, 2, 3]) line.join('203.0.113.1', `a${n}`)
  for (const n of [1, 2]) line.join('203.0.113.2', `b${n}`)
  line.join('198.51.100.1', 'ada')
  expect(['192.0.2.1', '198.51.100.1', '203.0.113.3', '203.0.113.1'].map(line.ahead)).toEqual([2, 3, 3, 6])
})

test('networks that may not proceed keep their places', () => {
  const line = createFairLine<string>()
  line.join('203.0.113.1', 'a')
  line.join('198.51.100.1', 'b')
  expect(line.next((network) => network !== '203.0.113')).toBe('b')
  expect(line.next((network) => network !== '203.0.113')).toBeUndefined()
  expect(line.next()).toBe('a')
})
