import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { expect, test } from 'vitest'
import { createNetworkLimit } from './limit.ts'
import { createPlaces } from './shares.ts'

const refused = { code: 'RATE_LIMITED', message: 'Too many' }

test('when a client has used up the budget of its network, another client still has a share', async () => {
  const budget = { name: 'tried', points: 10, left: 2, seconds: 60 }
  const limit = createNetworkLimit(createMemoryCounters(), budget, 'Too many')
  for (let n = 0; n < 10; n++) await limit.take('203.0.113.1')
  await expect(limit.take('203.0.113.1')).rejects.toMatchObject(refused)
  for (let n = 0; n < 2; n++) await limit.take('203.0.113.2')
  await expect(limit.take('203.0.113.2')).rejects.toMatchObject(refused)
  await limit.giveBack('203.0.113.2')
  await limit.giveBack('203.0.113.2')
  await limit.take('203.0.113.2')
  await limit.take('198.51.100.1')
})

test('many clients of a /48 have one share for each /56', async () => {
  const limit = createNetworkLimit(
    createMemoryCounters(),
    { name: 'tried', points: 10, left: 1, seconds: 60 },
    'Too many',
  )
  const asked = Array.from({ length: 1024 }, (_, n) => limit.take(`2001:db8:1:${n.toString(16)}::1`))
  const taken = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length
  expect(taken).toBeLessThanOrEqual(10 + 4)
})

test('a listener finds a place even if neighbors have taken all places of their network', () => {
  const take = createPlaces({ all: 100, client: 10, network: 10 })
  for (let n = 0; n < 10; n++) take('203.0.113.1')
  expect(() => take('203.0.113.1')).toThrow()
  take('203.0.113.2')
  take('203.0.113.2')
  expect(() => take('203.0.113.2')).toThrow()
})
