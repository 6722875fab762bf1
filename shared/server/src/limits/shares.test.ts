import { expect, test } from 'vitest'
import { createShares } from './shares.ts'

const HERE = '203.0.113.1'
const NEIGHBOUR = '203.0.113.2'
const ELSEWHERE = '198.51.100.1'

test('a client has a share, and what it gives back is free again', () => {
  const take = createShares({ all: 10, client: 4, network: 10 })
  const giveBack = take(HERE, 3)
  expect(take(HERE, 2)).toBeUndefined()
  expect(take(HERE)).toBeDefined()
  giveBack?.()
  expect(take(HERE, 3)).toBeDefined()
})

test('a network has a share, and other networks get the rest', () => {
  const take = createShares({ all: 10, client: 4, network: 6 })
  expect([take(HERE, 4), take(NEIGHBOUR, 3), take(NEIGHBOUR, 2), take(ELSEWHERE, 4)].map(Boolean)).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('the total is limited', () => {
  const take = createShares({ all: 3, client: 2, network: 2 })
  expect([take(HERE, 2), take(ELSEWHERE), take(ELSEWHERE)].map(Boolean)).toEqual([true, true, false])
})
