import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EventStoreDouble, startEventStoreDouble } from '../../test-support/eventstore-double.ts'
import { openEventStore } from '../open-adapters.ts'
import { newEvents, newStream } from './contract-place.ts'
import { ForeignLog } from './event-store.ts'
import { openKurrentEventStore } from './kurrentdb.ts'

let server: EventStoreDouble
beforeEach(async () => {
  server = await startEventStoreDouble()
})
afterEach(() => server.close())

async function somebodyElseWrites() {
  const client = EventStoreDBClient.connectionString(server.url)
  await client.appendToStream('order-1', jsonEvent({ type: 'OrderShipped', data: {} }))
  await client.dispose()
}

async function idOf(address: string) {
  const log = await openEventStore(address)
  const id = await log.id()
  await log.close()
  return id
}

test('many that open an empty log at once name it once, and what others write later changes nothing', async () => {
  const names = await Promise.all(Array.from({ length: 5 }, () => idOf(server.url)))
  expect(new Set(names).size).toBe(1)
  await somebodyElseWrites()
  expect(await idOf(server.url)).toBe(names[0])
})

test("somebody else's log is no shop's, though a stream is named as one of ours", async () => {
  await somebodyElseWrites()
  await expect(openEventStore(server.url)).rejects.toThrow(ForeignLog)
})

test('a log that holds a shop and has no name yet is given one', async () => {
  const nameless = openKurrentEventStore(server.url)
  await nameless.append(newStream(), -1, newEvents(1))
  await nameless.close()
  expect(await idOf(server.url)).toMatch(/^[\w-]{36}$/)
})
