import { START } from '@shop/language/events/event'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EventStore, VersionConflict } from '../event-store.ts'
import { followerContract } from './followers.ts'
import { type LogStorage, newEvents, newStream, type Opened, versionsOf } from './log-under-test.ts'
import { retryContract } from './retries.ts'

export function eventStoreContract(name: string, newStorage: () => Promise<LogStorage>) {
  describe(`${name} as an event store`, () => {
    const opened = {} as Opened
    let store: EventStore
    let stream: string
    beforeAll(async () => {
      opened.storage = await newStorage()
      opened.store = await opened.storage.open()
    })
    beforeEach(() => {
      stream = newStream()
      store = opened.store
    })
    afterAll(async () => {
      await opened.store.close()
      await opened.storage.remove()
    })
    const stored = (fromVersion?: number) => Array.fromAsync(store.readStream(stream, fromVersion))

    test('an unknown stream is empty', async () => {
      expect(await stored()).toEqual([])
      expect(await stored(7)).toEqual([])
    })

    test('events come back as they were appended, in order, with versions from zero', async () => {
      const events = newEvents(3)
      await store.append(stream, -1, events.slice(0, 2))
      await store.append(stream, 1, events.slice(2))
      expect(await stored()).toEqual(
        events.map((event, version) => ({ ...event, stream, version, position: expect.any(String) })),
      )
    })

    test('a stream is read from a version, and is empty beyond its end', async () => {
      await store.append(stream, -1, newEvents(3))
      expect(versionsOf(await stored(1))).toEqual([1, 2])
      expect(await stored(3)).toEqual([])
    })

    test('a stream of many events is read completely', async () => {
      const all = newEvents(1200)
      for (let at = 0; at < all.length; at += 400) await store.append(stream, at - 1, all.slice(at, at + 400))
      expect((await stored()).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
      expect(versionsOf(await stored(700))).toEqual([...all.keys()].slice(700))
    })

    test('an append returns position and version of its last event', async () => {
      const answer = await store.append(stream, -1, newEvents(2))
      expect(answer).toEqual({ version: 1, position: (await stored(1))[0]!.position })
    })

    test('appending no events throws', async () => {
      await expect(store.append(stream, -1, [])).rejects.toThrow(TypeError)
      await expect(store.append(stream, 5, [])).rejects.toThrow(TypeError)
    })

    test('an append with a wrong expected version is refused and stores nothing', async () => {
      await expect(store.append(stream, 0, newEvents(1))).rejects.toThrow(VersionConflict)
      await store.append(stream, -1, newEvents(2))
      for (const version of [-1, 0, 2])
        await expect(store.append(stream, version, newEvents(2))).rejects.toThrow(VersionConflict)
      expect(await stored()).toHaveLength(2)
    })

    test('in each of a hundred rounds, exactly one of 100 concurrent appends at one version succeeds', async () => {
      const winners: string[] = []
      for (let version = -1; version < 99; version++) {
        const tries = newEvents(100)
        const answers = await Promise.allSettled(tries.map((event) => store.append(stream, version, [event])))
        const won = tries.filter((_, index) => answers[index]!.status === 'fulfilled')
        expect(won).toHaveLength(1)
        winners.push(won[0]!.id)
        for (const answer of answers)
          if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(VersionConflict)
      }
      expect((await stored()).map(({ id }) => id)).toEqual(winners)
    })

    test('if several appends of several events at one version are concurrent, exactly one succeeds, with all its events', async () => {
      const tries = Array.from({ length: 20 }, () => newEvents(3))
      await Promise.allSettled(tries.map((events) => store.append(stream, -1, events)))
      const ids = (await stored()).map(({ id }) => id)
      expect(tries.map((events) => events.map(({ id }) => id))).toContainEqual(ids)
    })

    test('positions increase with every event and can be compared as text', async () => {
      await store.append(stream, -1, newEvents(12))
      const positions = (await stored()).map(({ position }) => position)
      expect(positions).toEqual(positions.toSorted())
      expect(new Set(positions).size).toBe(12)
      expect(START < positions[0]!).toBe(true)
    })

    test('the head is at or after the newest event', async () => {
      const before = await store.head()
      const { position } = await store.append(stream, -1, newEvents(1))
      expect(before < position).toBe(true)
      expect((await store.head()) >= position).toBe(true)
    })

    test('its id is unique and stable', async () => {
      const [id, again] = await Promise.all([store.id(), store.id()])
      expect(id).toMatch(/^[\w-]{20,}$/)
      expect(again).toBe(id)
      await store.append(stream, -1, newEvents(1))
      await store.close()
      opened.store = await opened.storage.open()
      expect(await opened.store.id()).toBe(id)
    })

    test('it returns the time at which its newest event was recorded', async () => {
      const [first, second] = newEvents(2).map((event, n) => ({
        ...event,
        metadata: { ...event.metadata, recordedAt: `2031-01-0${2 - n}T00:00:00.000Z` },
      }))
      await store.append(stream, -1, [first!])
      expect(await store.newestAt()).toBe(first!.metadata.recordedAt)
      // The second event is the newest by position, although its time is earlier.
      await store.append(stream, 0, [second!])
      expect(await store.newestAt()).toBe(second!.metadata.recordedAt)
    })

    test('it keeps the id of the last noted key store, but stores no event for that', async () => {
      await store.append(stream, -1, newEvents(1))
      const head = await store.head()
      await store.noteKeyStore('one')
      await store.noteKeyStore('another')
      expect(await store.head()).toBe(head)
      await store.close()
      opened.store = await opened.storage.open()
      expect(await opened.store.identity()).toEqual({ id: await opened.store.id(), keyStore: 'another' })
    })

    test('it has every position up to its head, and no position after it', async () => {
      const { position } = await store.append(stream, -1, newEvents(2))
      for (const own of [START, (await stored())[0]!.position, position, await store.head()])
        expect(await store.has(own)).toBe(true)
      expect(await store.has(position.replace(/\d+$/, (digits) => '9'.repeat(digits.length)))).toBe(false)
    })

    retryContract(opened)
    followerContract(opened)
  })
}
