import { type Recorded, START } from '@shop/language/events/event'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKurrentEventStore } from '../src/kurrentdb-event-store.ts'
import { appendUntilIn } from './append-until-in.ts'
import type { ClusterUnderTest } from './cluster-at.ts'

const WRITERS = 8
const EVENTS_UNDER_LOAD = 40

export function clusterSuite(name: string, start: () => Promise<ClusterUnderTest & { close: () => void }>) {
  describe(name, () => {
    let cluster: Awaited<ReturnType<typeof start>>
    let shop: ReturnType<typeof openBusyLog>
    beforeEach(async () => {
      cluster = await start()
      await cluster.settle()
      shop = openBusyLog(cluster.url)
      await shop.goesOn()
    })
    afterEach(async () => {
      await shop.close()
      cluster.close()
    })

    test.for([
      ['the leader is killed', 0, 'kill'],
      ['the leader is stopped', 0, 'stop'],
      ['the leader hangs', 0, 'hang'],
      ['a follower is killed', 1, 'kill'],
      ['a follower hangs', 1, 'hang'],
    ] as const)('goes on when %s, and when it is back', async ([, which, how]) => {
      const node = (await cluster.nodes())[which]!
      await cluster.fail(node, how)
      await cluster.settle()
      await shop.goesOn()
      await cluster.repair(node)
      await cluster.settle()
      await shop.goesOn()
      await shop.hasAllOnce()
    })

    test('refuses writes while two of three nodes are away, and goes on when they are back', async () => {
      const [first, second] = await cluster.nodes()
      for (const node of [first!, second!]) await cluster.fail(node, 'kill')
      await cluster.settle()
      await shop.refuses()
      for (const node of [first!, second!]) await cluster.repair(node)
      await cluster.settle()
      await shop.goesOn()
      await shop.hasAllOnce()
    })

    test('goes on through a rolling restart', async () => {
      for (const node of (await cluster.nodes()).toReversed()) {
        await cluster.fail(node, 'stop')
        await cluster.settle()
        await cluster.repair(node)
        await cluster.settle()
        await shop.goesOn()
      }
      await shop.hasAllOnce()
    })
  })
}

function openBusyLog(url: string) {
  const store = openKurrentEventStore(url)
  const followed: Recorded[] = []
  const load = new AbortController()
  const writing = appendUntilIn(store, { writers: WRITERS, events: Number.POSITIVE_INFINITY, signal: load.signal })
  const stop = new AbortController()
  const following = (async () => {
    for await (const { events } of store.follow(START, stop.signal)) followed.push(...events)
  })()

  return {
    async goesOn() {
      const before = followed.length
      await expect.poll(() => followed.length - before).toBeGreaterThan(EVENTS_UNDER_LOAD)
    },
    async refuses() {
      await expect(store.append(newStream(), -1, newEvents(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await expect(store.head()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    },
    /** Checks that the follower has seen each acknowledged event once and in order. */
    async hasAllOnce() {
      load.abort()
      const acknowledged = await writing
      const { position } = await store.append(newStream(), -1, newEvents(1))
      await expect.poll(() => followed.at(-1)?.position).toBe(position)
      const seen = new Set(followed.map(({ id }) => id))
      expect(seen.size).toBe(followed.length)
      expect(acknowledged.filter((id) => !seen.has(id))).toEqual([])
      const streams = Map.groupBy(followed, ({ stream }) => stream)
      for (const events of streams.values()) expect(events.map(({ version }) => version)).toEqual([...events.keys()])
    },
    async close() {
      load.abort()
      stop.abort()
      await Promise.allSettled([writing, following])
      await store.close()
    },
  }
}
