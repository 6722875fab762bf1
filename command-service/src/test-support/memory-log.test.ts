import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import { VersionConflict } from '@shop/stores/event-store/event-store'
import { expect, test } from 'vitest'
import { createMemoryLog } from './memory-log.ts'

test('as in a real log, an append is a retry only if it has the same events at the same version; otherwise it conflicts', async () => {
  const log = createMemoryLog()
  const [first, second, third] = newEvents(3)
  const answer = await log.append('s', -1, [first!])
  expect(await log.append('s', -1, [first!])).toEqual(answer)
  await expect(log.append('s', -1, [first!, second!])).rejects.toThrow(VersionConflict)
  await log.append('s', 0, [second!, third!])
  for (const [version, events] of [
    [-1, [second!]],
    [0, [second!, first!]],
    [1, [second!, third!]],
  ] as const)
    await expect(log.append('s', version, events)).rejects.toThrow(VersionConflict)
  expect(await log.append('s', -1, [first!, second!])).toMatchObject({ version: 1 })
  expect(await Array.fromAsync(log.readStream('s'))).toHaveLength(3)
})
