import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { START } from '@shop/language/events/event'
import { expect, test } from 'vitest'
import {
  installed,
  NotInstalled,
  openCounters,
  openEventStore,
  openJobQueue,
  openKeyStore,
  openReadStore,
} from './open-adapters.ts'

const openJobs = (address: string) => openJobQueue(address, Date.now)

test('an address without an adapter is refused; the message names the expected schemes and does not repeat the address', async () => {
  const wrong = 'postgres://shop:hunter2@db/shop'
  const expected = [
    [openEventStore, 'sqlite, esdb'],
    [openReadStore, 'sqlite, mongodb'],
    [openKeyStore, 'sqlite, mongodb'],
    [openJobs, 'sqlite, redis, rediss'],
    [openCounters, 'memory, unlimited, redis, rediss'],
  ] as const
  for (const [open, schemes] of expected) {
    const answer = open(wrong)
    await expect(answer).rejects.toThrow(`use an address that begins with one of ${schemes}`)
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
  for (const open of [openEventStore, openReadStore, openKeyStore, openJobs]) {
    const store = await open('sqlite::memory:')
    await store.close()
  }
})

test('if a server’s adapter is not installed, the message has the command that installs it', async () => {
  const missing = () =>
    Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }))
  const line = '@shop/mongodb is not installed: npm install -w @shop/mongodb'
  await expect(installed('mongodb', missing)).rejects.toEqual(new NotInstalled(line))
  const broken = () => Promise.reject(new Error('a defect'))
  await expect(installed('mongodb', broken)).rejects.toThrow('a defect')
})
