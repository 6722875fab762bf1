import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Position, START } from '@shop/language/events/event'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import { type EventStore, LogWentBack } from '@shop/stores/event-store/event-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EventStoreDouble, startEventStoreDouble } from '../test-support/eventstore-double.ts'
import { openConnection } from './connection.ts'
import { follow } from './follow.ts'
import { openKurrentEventStore } from './kurrentdb-event-store.ts'

let folder: string
let server: EventStoreDouble
let store: EventStore
let stop: AbortController
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-restored-'))
  server = await startEventStoreDouble({ folder: join(folder, 'log') })
  store = openKurrentEventStore(server.url)
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await store.close()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Starts a follower. Returns how many events it has seen, its position, and the error that ended it. */
function following(after: Position = START) {
  const seen = { events: 0, upTo: after, ended: undefined as unknown }
  void (async () => {
    try {
      for await (const { events, upTo } of store.follow(after, stop.signal)) {
        seen.events += events.length
        seen.upTo = upTo
      }
    } catch (error) {
      seen.ended = error
    }
  })()
  return seen
}

const backUp = () => cpSync(join(folder, 'log'), join(folder, 'backup'), { recursive: true })
async function restore() {
  const { port } = server
  server.close()
  rmSync(join(folder, 'log'), { recursive: true })
  server = await startEventStoreDouble({ folder: join(folder, 'backup'), port })
}

test('a follower continues when the server comes back with the same log', async () => {
  const stream = newStream()
  await store.append(stream, -1, newEvents(3))
  const seen = following()
  await expect.poll(() => seen.events).toBe(3)
  backUp()
  await restore()
  await expect.poll(() => store.append(stream, 2, newEvents(1)).catch(() => undefined)).toBeDefined()
  await expect.poll(() => seen.events).toBe(4)
  expect(seen.ended).toBeUndefined()
})

test('a follower notices that its log was restored to an earlier state', async () => {
  const stream = newStream()
  await store.append(stream, -1, newEvents(3))
  backUp()
  await store.append(stream, 2, newEvents(50))
  const seen = following()
  await expect.poll(() => seen.events).toBe(53)
  await restore()
  await expect.poll(() => seen.ended).toBeInstanceOf(LogWentBack)
  expect(await store.has(seen.upTo)).toBe(false)
})

test('a follower also notices a restored log that has grown beyond its old end before the follower connects again', async () => {
  const stream = newStream()
  await store.append(stream, -1, newEvents(3))
  backUp()
  const other = await startEventStoreDouble({ folder: join(folder, 'backup') })
  const grown = openKurrentEventStore(other.url)
  await grown.append(stream, 2, newEvents(50))
  await grown.close()
  other.close()
  await store.append(stream, 2, newEvents(20))
  const seen = following()
  await expect.poll(() => seen.events).toBe(23)
  await restore()
  await expect.poll(() => seen.ended).toBeInstanceOf(LogWentBack)
  expect(await store.has(seen.upTo)).toBe(true)
})

test('a follower whose connection survives the restore notices it at its next check', async () => {
  const stream = newStream()
  await store.append(stream, -1, newEvents(3))
  const connection = openConnection(server.url, 3_000)
  const often = { lookEveryMs: 50, lookAgainMs: 10 }
  const reading = (async () => {
    // Removes the events again, as if the log had never had them.
    for await (const { events } of follow(connection, START, stop.signal, 2_000, often))
      if (events.length > 0) server.log.scavenge(stream)
  })()
  await expect(reading).rejects.toBeInstanceOf(LogWentBack)
  connection.close()
})
