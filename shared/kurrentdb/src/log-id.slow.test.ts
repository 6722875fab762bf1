import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import { ForeignLog } from '@shop/stores/event-store/event-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EventStoreDouble, startEventStoreDouble } from '../test-support/eventstore-double.ts'
import { openKurrentEventStore } from './kurrentdb-event-store.ts'

let server: EventStoreDouble
beforeEach(async () => {
  server = await startEventStoreDouble()
})
afterEach(() => server.close())

async function anotherWriterAppends() {
  const client = EventStoreDBClient.connectionString(server.url)
  await client.appendToStream('order-1', jsonEvent({ type: 'OrderShipped', data: {} }))
  await client.dispose()
}

async function idOf(address: string) {
  const log = openKurrentEventStore(address)
  const id = await log.id()
  await log.close()
  return id
}

test('processes that open an empty log concurrently agree on one id, and streams of other applications do not change it later', async () => {
  const names = await Promise.all(Array.from({ length: 5 }, () => idOf(server.url)))
  expect(new Set(names).size).toBe(1)
  await anotherWriterAppends()
  expect(await idOf(server.url)).toBe(names[0])
})

test('a log of another application is refused, even if one of its streams has the name of a shop’s stream', async () => {
  await anotherWriterAppends()
  const log = openKurrentEventStore(server.url)
  await expect(log.id()).rejects.toThrow(ForeignLog)
  await log.close()
})

test('a shop’s log that has no id gets an id', async () => {
  const nameless = openKurrentEventStore(server.url)
  await nameless.append(newStream(), -1, newEvents(1))
  await nameless.close()
  expect(await idOf(server.url)).toMatch(/^[\w-]{36}$/)
})
