import { expect, test } from 'vitest'
import { startEventStoreDouble } from '../test-support/eventstore-double.ts'
import { START } from './events/event.ts'
import { openEventStore } from './open-adapters.ts'

test('an esdb:// address opens the log on that server', async () => {
  const server = await startEventStoreDouble()
  const log = await openEventStore(server.url)
  expect(await log.head()).toBe(START)
  await log.close()
  server.close()
})

test('an address that no adapter knows is refused, without the password in it', () => {
  expect(() => openEventStore('kurrent://admin:secret@log')).toThrow(
    /^An address begins with sqlite: or esdb: or esdb\+discover:, not kurrent:$/,
  )
})
