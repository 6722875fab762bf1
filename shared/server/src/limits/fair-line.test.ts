import { expect, test } from 'vitest'
import { createFairLine } from './fair-line.ts'
import { createNetworkPlaces } from './network-places.ts'

test('networks come in turn, in each its clients, and of one client whoever came first', () => {
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

test('a client that clientOf has named is of the same network as its address', () => {
  const line = createFairLine<string>()
  line.join('2001:db8:1:2', 'named')
  line.join('2001:db8:1:3::1', 'address')
  line.join('198.51.100.1', 'other')
  expect([line.next(), line.next(), line.next()]).toEqual(['named', 'other', 'address'])
})

test('of one network so many are in hand, the others wait in turn, and other networks do not wait', async () => {
  const begin = createNetworkPlaces(2)
  const begun: string[] = []
  const come = async (address: string, name: string) => {
    const end = await begin(address)
    begun.push(name)
    return end
  }
  const [first] = [come('203.0.113.1', 'a1'), come('203.0.113.1', 'a2'), come('203.0.113.1', 'a3')]
  void come('203.0.113.1', 'a4')
  void come('203.0.113.2', 'b1')
  void come('198.51.100.1', 'ada')
  const end = await first
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'ada'])
  end()
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'ada', 'a3'])
  void come('203.0.113.1', 'a5')
  await Promise.resolve()
  expect(begun).toHaveLength(4)
})

test('a network whose last place is given back has all of them again', async () => {
  const begin = createNetworkPlaces(1)
  for (let n = 0; n < 3; n++) (await begin('203.0.113.1'))()
  const end = await begin('203.0.113.1')
  let isBegun = false
  void begin('203.0.113.9').then(() => (isBegun = true))
  await Promise.resolve()
  expect(isBegun).toBe(false)
  end()
  await expect.poll(() => isBegun).toBe(true)
})
