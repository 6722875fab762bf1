import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ItemAddedToCart } from '../events/cart-events.ts'
import { type NewEvent, type Position, type Recorded, START } from '../events/event.ts'
import { type EventStore, VersionConflict } from './event-store.ts'

/** Where a log lives: a file, a server. It may hold other events, and is opened again after its store was closed. */
export type Place = Readonly<{ open: () => EventStore | Promise<EventStore>; remove: () => Promise<void> }>

export const newEvent = (quantity = 1, id: string = randomUUID()): NewEvent => ({
  ...ItemAddedToCart({
    ownerId: 'ada',
    item: { productId: 'p1', size: 'M', color: 'Navy', name: 'Shirt', image: '/s.webp', priceCents: 2500, quantity },
  }),
  id,
  metadata: {
    correlationId: 'request-1',
    causationId: 'command-1',
    actor: { id: 'ada', role: 'customer' },
    digest: 'd1',
    schemaVersion: 1,
    recordedAt: '2026-01-01T00:00:00.000Z',
  },
})
export const newEvents = (count: number) => Array.from({ length: count }, (_, index) => newEvent(index + 1))
export const newStream = () => `cart-${randomUUID()}`

/** What every event store must do. Each adapter's test file calls this with places of its own. */
export function eventStoreContract(name: string, newPlace: () => Promise<Place>) {
  describe(`${name} as an event store`, () => {
    let place: Place
    let store: EventStore
    let stream: string
    beforeAll(async () => {
      place = await newPlace()
      store = await place.open()
    })
    beforeEach(() => {
      stream = newStream()
    })
    afterAll(async () => {
      await store.close()
      await place.remove()
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

    test('a stream is read from a version on, and is empty beyond its end', async () => {
      await store.append(stream, -1, newEvents(3))
      expect(versions(await stored(1))).toEqual([1, 2])
      expect(await stored(3)).toEqual([])
    })

    test('a stream of many events is read whole', async () => {
      const all = newEvents(1200)
      for (let at = 0; at < all.length; at += 400) await store.append(stream, at - 1, all.slice(at, at + 400))
      expect((await stored()).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
      expect(versions(await stored(700))).toEqual([...all.keys()].slice(700))
    })

    test('an append answers position and version of its last event', async () => {
      const answer = await store.append(stream, -1, newEvents(2))
      expect(answer).toEqual({ version: 1, position: (await stored(1))[0]!.position })
    })

    test('appending nothing is a mistake', async () => {
      await expect(store.append(stream, -1, [])).rejects.toThrow(TypeError)
      await expect(store.append(stream, 5, [])).rejects.toThrow(TypeError)
    })

    test('a decision on another version is refused and stores nothing', async () => {
      await expect(store.append(stream, 0, newEvents(1))).rejects.toThrow(VersionConflict)
      await store.append(stream, -1, newEvents(2))
      for (const version of [-1, 0, 2])
        await expect(store.append(stream, version, newEvents(2))).rejects.toThrow(VersionConflict)
      expect(await stored()).toHaveLength(2)
    })

    test('of 100 appends at one version exactly one wins, with all its events', async () => {
      await store.append(stream, -1, newEvents(1))
      const tries = Array.from({ length: 100 }, () => newEvents(2))
      const answers = await Promise.allSettled(tries.map((events) => store.append(stream, 0, events)))
      const winners = tries.filter((_, index) => answers[index]!.status === 'fulfilled')
      expect(winners).toHaveLength(1)
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(VersionConflict)
      expect((await stored(1)).map(({ id }) => id)).toEqual(winners[0]!.map(({ id }) => id))
    })

    test('positions grow with every event, and compare as text', async () => {
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

    describe('a retry', () => {
      test('answers as the first time and stores nothing, even after later appends', async () => {
        const [first, second] = [newEvents(2), newEvents(1)]
        const answer = await store.append(stream, -1, first)
        const later = await store.append(stream, 1, second)
        expect(await store.append(stream, -1, first)).toEqual(answer)
        expect(await store.append(stream, 1, second)).toEqual(later)
        expect(await stored()).toHaveLength(3)
      })

      test('while the first is still on its way is the same append', async () => {
        const events = newEvents(2)
        const answers = await Promise.all([1, 2, 3].map(() => store.append(stream, -1, events)))
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
        expect(await stored()).toHaveLength(2)
      })

      test('that carries other data under the same ids keeps the data stored first', async () => {
        const event = newEvent(1)
        await store.append(stream, -1, [event])
        await store.append(stream, -1, [newEvent(9, event.id)])
        expect(await stored()).toEqual([expect.objectContaining({ data: event.data })])
      })

      test('with a new event behind the old ones is a conflict', async () => {
        const events = newEvents(2)
        await store.append(stream, -1, events)
        await expect(store.append(stream, -1, [...events, newEvent()])).rejects.toThrow(VersionConflict)
        await expect(store.append(stream, -1, [events[0]!, newEvent()])).rejects.toThrow(VersionConflict)
      })

      test('at another version is a conflict', async () => {
        const events = newEvents(2)
        await store.append(stream, -1, events)
        await store.append(stream, 1, newEvents(2))
        for (const version of [0, 1, 9])
          await expect(store.append(stream, version, events)).rejects.toThrow(VersionConflict)
        expect(await stored()).toHaveLength(4)
      })

      test('is known after the store was closed and opened again', async () => {
        const [first, second] = [newEvents(2), newEvents(1)]
        const answer = await store.append(stream, -1, first)
        await store.append(stream, 1, second)
        await store.close()
        store = await place.open()
        expect(await store.append(stream, -1, first)).toEqual(answer)
        expect(versions(await stored())).toEqual([0, 1, 2])
        expect((await store.append(stream, 2, newEvents(1))).version).toBe(3)
      })
    })

    describe('a follower', () => {
      /** Follows from `after` until as many events of this stream were seen. */
      const seen = async (after: Position, count: number) => {
        const stop = new AbortController()
        const events: Recorded[] = []
        for await (const batch of store.follow(after, stop.signal)) {
          for (const event of batch.events) if (event.stream === stream) events.push(event)
          if (events.length >= count) stop.abort()
        }
        return events
      }

      test('is given what is there, then what comes', async () => {
        const after = await store.head()
        await store.append(stream, -1, newEvents(2))
        const following = seen(after, 4)
        await store.append(stream, 1, newEvents(1))
        await new Promise((resolve) => setTimeout(resolve, 20))
        await store.append(stream, 2, newEvents(1))
        expect(await following).toEqual(await stored())
      })

      test('is told once it has caught up, even when nothing was there', async () => {
        const stop = new AbortController()
        const head = await store.head()
        for await (const batch of store.follow(head, stop.signal)) {
          expect(batch.upTo >= head).toBe(true)
          if (batch.caughtUp) stop.abort()
        }
      })

      test('goes on right behind any position it has seen', async () => {
        const after = await store.head()
        await store.append(stream, -1, newEvents(5))
        const all = await seen(after, 5)
        for (const [index, { position }] of all.slice(0, -1).entries())
          expect(await seen(position, 4 - index)).toEqual(all.slice(index + 1))
      })

      test('is told of progress at or after the last event of each batch', async () => {
        const after = await store.head()
        const { position } = await store.append(stream, -1, newEvents(3))
        const stop = new AbortController()
        let upTo = after
        for await (const batch of store.follow(after, stop.signal)) {
          expect(batch.upTo >= (batch.events.at(-1)?.position ?? upTo)).toBe(true)
          upTo = batch.upTo
          if (upTo >= position) stop.abort()
        }
      })

      test('ends soon after the abort, wherever it is', async () => {
        const already = AbortSignal.abort()
        expect(await Array.fromAsync(store.follow(START, already))).toEqual([])
        const stop = new AbortController()
        const following = Array.fromAsync(store.follow(await store.head(), stop.signal))
        setTimeout(() => stop.abort(), 20)
        await following
      })

      test('misses nothing and sees nothing twice while many append', { timeout: 60_000 }, async () => {
        const after = await store.head()
        const streams = Array.from({ length: 20 }, newStream)
        const stop = new AbortController()
        const followers = [1, 2, 3].map(async () => {
          const events: Recorded[] = []
          for await (const batch of store.follow(after, stop.signal)) {
            events.push(...batch.events.filter((event) => streams.includes(event.stream)))
            if (events.length >= 1200) break
          }
          return events
        })
        await Promise.all(
          streams.map(async (name) => {
            for (let version = -1; version < 59; version += 2) await store.append(name, version, newEvents(2))
          }),
        )
        for (const events of await Promise.all(followers)) {
          expect(events).toHaveLength(1200)
          const positions = events.map(({ position }) => position)
          expect(positions).toEqual([...new Set(positions)].toSorted())
          for (const name of streams)
            expect(versions(events.filter((event) => event.stream === name))).toEqual([...Array(60).keys()])
        }
        stop.abort()
      })
    })
  })
}

const versions = (events: readonly Recorded[]) => events.map(({ version }) => version)
