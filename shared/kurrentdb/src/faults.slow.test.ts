import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { type Recorded, START } from '@shop/language/events/event'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendUntilIn } from '../test-support/append-until-in.ts'
import { type EventStoreDouble, startEventStoreDouble } from '../test-support/eventstore-double.ts'
import { openKurrentEventStore } from './kurrentdb-event-store.ts'

const LIMITS = { appendMs: 600, readMs: 600, tries: 2 }
/** Much longer than the limits, and still shorter than the 18 s after which the client itself gives up. */
const LONG_MS = 6_000

/** Follows the log until `count` events were seen. `perBatch` runs after each batch. */
async function followed(store: EventStore, count: number, perBatch: (seen: number) => unknown = () => {}) {
  const events: Recorded[] = []
  for await (const batch of store.follow(START, AbortSignal.timeout(60_000))) {
    events.push(...batch.events)
    await perBatch(events.length)
    if (events.length >= count) break
  }
  return events
}

const ids = (events: readonly Recorded[]) => events.map(({ id }) => id)

describe('the log on a server that fails', () => {
  let server: EventStoreDouble
  let store: EventStore
  let stream: string
  beforeEach(async () => {
    server = await startEventStoreDouble()
    store = openKurrentEventStore(server.url, LIMITS)
    stream = newStream()
  })
  afterEach(async () => {
    await store.close()
    server.close()
  })

  test('an append whose answer is lost is retried, and its events are stored once', async () => {
    const events = newEvents(2)
    server.setFaults({ lostReplies: 1 })
    const answer = await store.append(stream, -1, events)
    const stored = await Array.fromAsync(store.readStream(stream))
    expect(ids(stored)).toEqual(events.map(({ id }) => id))
    expect(answer).toEqual({ version: 1, position: stored[1]!.position })
  })

  test('an append that reaches a follower node is repeated at the leader that the follower names', async () => {
    const leader = await startEventStoreDouble()
    server.setFaults({ leaderPort: leader.port })
    expect(await store.append(stream, -1, newEvents(1))).toMatchObject({ version: 0 })
    expect(leader.log.visible(stream)).toHaveLength(1)
    leader.close()
  })

  test('an append that is never answered fails as UNAVAILABLE within the time limit and can be retried safely', async () => {
    const events = newEvents(1)
    server.setFaults({ lostReplies: 3 })
    const patient = openKurrentEventStore(server.url, { ...LIMITS, appendMs: LONG_MS })
    const late = patient.append(newStream(), -1, newEvents(1)).then(() => 'late')
    const inTime = store.append(stream, -1, events).catch((error) => error)
    expect(await Promise.race([inTime, late])).toMatchObject({ code: 'UNAVAILABLE' })
    late.catch(() => {})
    await patient.close()
    server.setFaults({ lostReplies: 0 })
    expect(await store.append(stream, -1, events)).toMatchObject({ version: 0 })
    expect(await Array.fromAsync(store.readStream(stream))).toHaveLength(1)
  })

  test('while the server refuses calls, every call fails as UNAVAILABLE; afterwards the same store works', async () => {
    server.setFaults({ refusing: true })
    await expect(store.append(stream, -1, newEvents(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(store.head()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(Array.fromAsync(store.readStream(stream))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    server.setFaults({ refusing: false })
    expect(await store.append(stream, -1, newEvents(1))).toMatchObject({ version: 0 })
  })

  test('if an answer has no position, the position is read from the stream', async () => {
    server.setFaults({ withoutPositions: true })
    const { position } = await store.append(stream, -1, newEvents(3))
    expect((await Array.fromAsync(store.readStream(stream)))[2]!.position).toBe(position)
  })

  test('events that are delivered twice are yielded once', async () => {
    await store.append(stream, -1, newEvents(5))
    server.setFaults({ doubledDeliveries: 8 })
    const following = followed(store, 10)
    await sleep(50)
    await store.append(stream, 4, newEvents(5))
    expect(await following).toEqual(await Array.fromAsync(store.readStream(stream)))
  })

  test('the position of a follower moves on when other applications append events', async () => {
    await store.append(stream, -1, newEvents(1))
    const others = EventStoreDBClient.connectionString(server.url)
    const stop = new AbortController()
    let upTo = await store.head()
    const following = (async () => {
      for await (const batch of store.follow(upTo, stop.signal)) {
        expect(batch.events).toEqual([])
        upTo = batch.upTo
      }
    })()
    const before = upTo
    for (let n = 0; n < 6; n += 1)
      await others.appendToStream(
        'somebody-else',
        Array.from({ length: 50 }, () => jsonEvent({ type: 'X', data: {} })),
      )
    await expect.poll(() => upTo > before).toBe(true)
    await expect.poll(() => store.head()).toBe(before)
    stop.abort()
    await following
    await others.dispose()
  })

  test('a follower misses no event if its checkpoint is at an event of another application that was scavenged later', async () => {
    await store.append(stream, -1, newEvents(1))
    const filler = { type: 'X', contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.from('') }
    const others = () => Array.from({ length: 300 }, () => ({ ...filler, id: crypto.randomUUID() }))
    await server.log.append('somebody-else', 'any', others())
    let upTo = await store.head()
    const atLastOfOurs = upTo
    for await (const batch of store.follow(upTo, AbortSignal.timeout(20_000))) {
      upTo = batch.upTo
      if (upTo > atLastOfOurs) break
    }
    server.log.scavenge('somebody-else')
    const next = newEvents(2)
    await store.append(stream, 0, next)
    const seen: Recorded[] = []
    for await (const { events } of store.follow(upTo, AbortSignal.timeout(20_000))) {
      seen.push(...events)
      if (seen.length >= 2) break
    }
    expect(ids(seen)).toEqual(next.map(({ id }) => id))
  })

  test('a follower ends at once on abort while the server does not answer', async () => {
    const { position } = await store.append(stream, -1, newEvents(1))
    server.setFaults({ hung: true })
    const patient = openKurrentEventStore(server.url, { ...LIMITS, readMs: 3_600_000 })
    const stop = new AbortController()
    const following = [START, position].map((after) => Array.fromAsync(patient.follow(after, stop.signal)))
    setTimeout(() => stop.abort(), 30)
    await Promise.all(following)
    await patient.close()
    server.setFaults({ hung: false })
  })

  test('closing the store ends its followers and refuses later calls', async () => {
    const following = Array.fromAsync(store.follow(START, new AbortController().signal))
    await sleep(30)
    await store.close()
    await following
    await expect(store.append(stream, -1, newEvents(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(store.head()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('an append to a stream that no follower would see is refused', async () => {
    await expect(store.append('unheard-of', -1, newEvents(1))).rejects.toThrow(TypeError)
  })

  test('a follower whose subscription is never confirmed subscribes again', async () => {
    await store.append(stream, -1, newEvents(1))
    server.setFaults({ hung: true })
    const following = followed(store, 1)
    await sleep(700)
    server.setFaults({ hung: false })
    expect(await following).toHaveLength(1)
    await expect.poll(() => server.subscriptionCount()).toBe(0)
  })

  test('a follower that is dropped repeatedly under 64 writers sees all 5,000 events once', async () => {
    const patient = openKurrentEventStore(server.url)
    let drops = 0
    const dropping = setInterval(() => {
      drops += server.dropSubscriptions(drops % 2 === 0 ? 'too slow' : 'unavailable')
    }, 60)
    const following = followed(patient, 5000)
    const written = await appendUntilIn(patient, { writers: 64, events: 5000 })
    const events = await following
    clearInterval(dropping)
    expect(drops).toBeGreaterThan(5)
    expect(ids(events).toSorted()).toEqual(written.toSorted())
    await patient.close()
  })

  test('a follower that is too slow is dropped by the server and loses no event', async () => {
    const patient = openKurrentEventStore(server.url)
    const all = Promise.withResolvers<void>()
    const following = followed(patient, 12_000, () => all.promise)
    const written: string[] = []
    for (let version = -1; version < 11_999; version += 400) {
      const events = newEvents(400)
      await patient.append(stream, version, events)
      written.push(...events.map(({ id }) => id))
    }
    all.resolve()
    expect(ids(await following)).toEqual(written)
    expect(server.tooSlowCount()).toBeGreaterThan(0)
    await patient.close()
  })
})
