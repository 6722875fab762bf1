import { expect, test } from 'vitest'
import { startEventStoreDouble } from '../test-support/eventstore-double.ts'
import { START } from './events/event.ts'
import { openEventStore, openJobQueue, openKeyStore, openReadStore } from './open-adapters.ts'

test('an address that no adapter is for is refused with what is expected, and is never repeated', async () => {
  const wrong = 'postgres://shop:hunter2@db/shop'
  const expected = [
    [openEventStore, 'sqlite, esdb'],
    [openReadStore, 'sqlite, mongodb'],
    [openKeyStore, 'sqlite, mongodb'],
    [openJobQueue, 'sqlite, redis, rediss'],
  ] as const
  for (const [open, schemes] of expected) {
    const answer = open(wrong)
    await expect(answer).rejects.toThrow(`an address that begins with one of ${schemes} is expected`)
    await expect(answer).rejects.not.toThrow('hunter2')
  }
})

test('an esdb:// address opens the log on that server', async () => {
  const server = await startEventStoreDouble()
  const log = await openEventStore(server.url)
  expect(await log.head()).toBe(START)
  await log.close()
  server.close()
})

test('each port opens in a file of this process', async () => {
  for (const open of [openEventStore, openReadStore, openKeyStore, openJobQueue]) {
    const store = await open('sqlite::memory:')
    await store.close()
  }
})
