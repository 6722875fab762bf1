import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { expect, test } from 'vitest'
import { createMailRequestLimit } from './mail-request-limit.ts'

test('a stranger cannot use up the requests of the person who owns an address', async () => {
  const ask = createMailRequestLimit(createMemoryCounters(), 'tried', 'tries were made')
  const refused = { code: 'RATE_LIMITED', message: '3 tries were made already. Try again in an hour' }
  for (let n = 0; n < 3; n++) await ask('203.0.113.7', 'ada')
  await expect(ask('203.0.113.7', 'ada')).rejects.toMatchObject(refused)
  for (let n = 0; n < 3; n++) await ask('198.51.100.1', 'ada')
  await expect(ask('198.51.100.1', 'ada')).rejects.toMatchObject(refused)
})
