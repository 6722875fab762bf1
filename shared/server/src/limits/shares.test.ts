import { expect, test } from 'vitest'
import { createShares } from './shares.ts'

test('a key has a share, and has it again once it is given back', () => {
  const take = createShares({ most: 10, share: 4 })
  const giveBack = take('one', 3)
  expect(take('one', 2)).toBeUndefined()
  expect(take('one')).toBeDefined()
  giveBack?.()
  expect(take('one', 3)).toBeDefined()
})

test('there is only so much for all', () => {
  const take = createShares({ most: 3, share: 2 })
  expect([take('one', 2), take('other'), take('other')].map((given) => given !== undefined)).toEqual([
    true,
    true,
    false,
  ])
})
