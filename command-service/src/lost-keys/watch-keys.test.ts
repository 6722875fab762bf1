import { StoreUnavailable } from '@shop/language/errors'
import type { Recorded } from '@shop/language/events/event'
import { expect, test } from 'vitest'
import { createCommandHandler } from '../handler/command-handler.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { watchKeys } from './watch-keys.ts'

test('a lost key opens a case, even if the log was unreachable at first, and a key that is back settles it', async () => {
  const stored: Recorded[] = []
  let refusals = 1
  const log = createMemoryLog({
    onEvent: (event) => stored.push(event),
    pass: async () => {
      if (refusals-- > 0) throw new StoreUnavailable('The log could not be written')
    },
  })
  let isLost = true
  async function* faulty() {
    if (isLost) yield { person: 'ada', standing: 'lost' as const }
  }
  const { check, watch } = watchKeys({ commands: createCommandHandler(log), keys: { faulty } }, 5)
  const stopping = new AbortController()
  const watching = watch(stopping.signal)
  const types = () => stored.map(({ type }) => type)

  await expect.poll(types).toEqual(['CaseOpened'])
  expect(stored[0]!.data).toMatchObject({ kind: 'person-unreadable', customerId: 'ada', code: 'KEY_LOST' })
  expect(check()).toBe('1 lost')
  isLost = false
  await expect.poll(types).toEqual(['CaseOpened', 'CaseClosed'])
  expect(check()).toBe('ok')
  stopping.abort()
  await watching
})
