import { type Position, type Recorded, START } from '@shop/language/events/event'
import { beforeEach, describe, expect, test } from 'vitest'
import { newEvents, newStream, type Opened, versionsOf } from './log-under-test.ts'

export function followerContract(opened: Opened) {
  describe('a follower', () => {
    let stream: string
    beforeEach(() => {
      stream = newStream()
    })

    const seen = async (after: Position, count: number) => {
      const stop = new AbortController()
      const events: Recorded[] = []
      for await (const batch of opened.store.follow(after, stop.signal)) {
        for (const event of batch.events) if (event.stream === stream) events.push(event)
        if (events.length >= count) stop.abort()
      }
      return events
    }

    test('reads existing events, then new ones', async () => {
      const after = await opened.store.head()
      await opened.store.append(stream, -1, newEvents(2))
      const following = seen(after, 4)
      await opened.store.append(stream, 1, newEvents(1))
      await new Promise((resolve) => setTimeout(resolve, 20))
      await opened.store.append(stream, 2, newEvents(1))
      expect(await following).toEqual(await Array.fromAsync(opened.store.readStream(stream)))
    })

    test('learns that it has caught up, even if no event comes after its position', async () => {
      const stop = new AbortController()
      const head = await opened.store.head()
      for await (const batch of opened.store.follow(head, stop.signal)) {
        expect(batch.upTo >= head).toBe(true)
        if (batch.caughtUp) stop.abort()
      }
    })

    test('with a list of types gets all events of these types, and still reaches the end of the log', async () => {
      const after = await opened.store.head()
      const [one, other] = newEvents(2)
      await opened.store.append(stream, -1, [one!, { ...other!, type: 'ItemRemovedFromCart' }])
      const { position: head } = await opened.store.append(stream, 1, [
        { ...newEvents(1)[0]!, type: 'ItemRemovedFromCart' },
      ])
      const types: string[] = []
      let upTo = START
      const stop = new AbortController()
      for await (const batch of opened.store.follow(after, stop.signal, [one!.type])) {
        types.push(...batch.events.filter((event) => event.stream === stream).map(({ type }) => type))
        upTo = batch.upTo
        if (upTo >= head) stop.abort()
      }
      expect(upTo >= head).toBe(true)
      expect(types.filter((type) => type === one!.type)).toHaveLength(1)
    })

    test('resumes after any position that it has seen', async () => {
      const after = await opened.store.head()
      await opened.store.append(stream, -1, newEvents(5))
      const all = await seen(after, 5)
      for (const [index, { position }] of all.slice(0, -1).entries())
        expect(await seen(position, 4 - index)).toEqual(all.slice(index + 1))
    })

    test('gets with each batch a position that is not before its last event', async () => {
      const after = await opened.store.head()
      const { position } = await opened.store.append(stream, -1, newEvents(3))
      const stop = new AbortController()
      let upTo = after
      for await (const batch of opened.store.follow(after, stop.signal)) {
        expect(batch.upTo >= (batch.events.at(-1)?.position ?? upTo)).toBe(true)
        upTo = batch.upTo
        if (upTo >= position) stop.abort()
      }
    })

    test('ends soon after an abort', async () => {
      const already = AbortSignal.abort()
      expect(await Array.fromAsync(opened.store.follow(START, already))).toEqual([])
      const stop = new AbortController()
      const following = Array.fromAsync(opened.store.follow(await opened.store.head(), stop.signal))
      setTimeout(() => stop.abort(), 20)
      await following
    })

    test('sees every event once under concurrent appends', async () => {
      const after = await opened.store.head()
      const streams = Array.from({ length: 20 }, newStream)
      const stop = new AbortController()
      const followers = [1, 2, 3].map(async () => {
        const events: Recorded[] = []
        for await (const batch of opened.store.follow(after, stop.signal)) {
          events.push(...batch.events.filter((event) => streams.includes(event.stream)))
          if (events.length >= 1200) break
        }
        return events
      })
      await Promise.all(
        streams.map(async (name) => {
          for (let version = -1; version < 59; version += 2) await opened.store.append(name, version, newEvents(2))
        }),
      )
      for (const events of await Promise.all(followers)) {
        expect(events).toHaveLength(1200)
        const positions = events.map(({ position }) => position)
        expect(positions).toEqual([...new Set(positions)].toSorted())
        for (const name of streams)
          expect(versionsOf(events.filter((event) => event.stream === name))).toEqual([...Array(60).keys()])
      }
      stop.abort()
    })
  })
}
