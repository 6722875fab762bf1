import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { replaceDocuments } from '@shop/stores/read-store/contract/shelf'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { within } from '@shop/stores/time-limit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../test-support/mongo-server.ts'
import { openMongoReadStore } from './mongodb-read-store.ts'

type Counter = { _id: string; count: number }
const counters: Collection<Counter> = { name: 'counters@1', searchedBy: [] }
const COUNTERS = 10
/** Twice the store's limit of half a second. A busy machine delays both timers alike. */
const LATE_MS = 1_000
const positionOf = (n: number) => String(n).padStart(8, '0')

describe.runIf(hasMongod)('read models on a MongoDB that fails', () => {
  let server: MongoServer
  let store: ReadStore
  beforeEach(async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    server = await startMongo({ failPoints: true })
    store = await openMongoReadStore(server.url())
  })
  afterEach(async () => {
    await server.end('SIGKILL')
    await store.close()
    await server.remove()
    vi.restoreAllMocks()
  })

  /**
   * Applies events until `signal` aborts. Each event adds one to a counter, so the sum shows an event that was applied twice or not at all.
   */
  async function countOn(signal: AbortSignal, takes = 5) {
    while (!signal.aborted)
      try {
        let at = (await store.checkpoint(counters.name))?.position ?? START
        while (!signal.aborted) {
          const numbers = Array.from({ length: takes }, (_, n) => Number(at) + 1 + n)
          const ids = [...new Set(numbers.map((n) => `c${n % COUNTERS}`))]
          const before = await store.getMany(counters, ids)
          const writes = ids.map((id) => {
            const more = numbers.filter((n) => `c${n % COUNTERS}` === id).length
            return { id, document: { _id: id, count: (before.get(id)?.count ?? 0) + more } }
          })
          const to = positionOf(numbers.at(-1)!)
          await store.commit(stepOf(counters.name, at, to, writes))
          at = to
        }
      } catch {
        await sleep(50)
      }
  }

  const sumOf = async (from: ReadStore) =>
    (await from.find(counters)).documents.reduce((sum, { count }) => sum + count, 0)

  test('when the server is killed under load, each event is applied once and each listener gets all commits', async () => {
    const listener = await openMongoReadStore(server.url())
    const steps: Step[] = []
    listener.onCommit((step) => steps.push(step))
    await listener.checkpoint(counters.name)
    const load = new AbortController()
    const counting = countOn(load.signal)
    for (let kills = 0; kills < 3; kills += 1) {
      await sleep(700)
      await server.end('SIGKILL')
      await server.start()
    }
    await expect.poll(() => store.checkpoint(counters.name).catch(() => '')).toBeTruthy()
    await sleep(500)
    load.abort()
    await counting

    const reached = (await store.checkpoint(counters.name))?.position ?? ''
    expect(Number(reached)).toBeGreaterThan(50)
    expect(await sumOf(store)).toBe(Number(reached))
    await expect.poll(() => steps.at(-1)?.to).toBe(reached)
    // Each step starts where the step before it ended, so no step is missing or repeated.
    expect(steps.map(({ from }) => from)).toEqual([START, ...steps.slice(0, -1).map(({ to }) => to)])
    await listener.close()
  })

  test('while the server hangs, queries fail as UNAVAILABLE within half a second, and succeed afterwards', async () => {
    await store.commit(stepOf(counters.name, START, '1'))
    server.signal('SIGSTOP')
    const questions = [
      () => store.get(counters, 'c1'),
      () => store.find(counters, { limit: 20 }),
      () => store.count(counters, {}, 20),
    ]
    for (const answer of await within(LATE_MS, () => Promise.allSettled<unknown>(questions.map((ask) => ask()))))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
    server.signal('SIGCONT')
    await expect.poll(() => store.checkpoint(counters.name).catch(() => undefined)).toEqual({ position: '1' })
  })

  test('while the server is unreachable, queries fail as UNAVAILABLE within half a second', async () => {
    await store.commit(stepOf(counters.name, START, '1'))
    await server.end('SIGKILL')
    await expect(within(LATE_MS, () => store.get(counters, 'c1'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await server.start()
    await expect.poll(() => store.checkpoint(counters.name).catch(() => undefined)).toEqual({ position: '1' })
  })

  test('a dropped database has no checkpoints, and listeners are notified of the rebuilds', async () => {
    await store.commit(stepOf(counters.name, START, '5', [{ id: 'c1', document: { _id: 'c1', count: 5 } as never }]))
    const steps: Step[] = []
    store.onCommit((step) => steps.push(step))
    await store.checkpoint(counters.name)
    await server.inDatabase('selvedge', (db) => db.dropDatabase())
    expect(await store.checkpoint(counters.name)).toBeUndefined()
    await expect(store.commit(stepOf(counters.name, '5', '6'))).rejects.toThrow('Are two shops running?')
    await replaceDocuments(store, counters, [{ _id: 'c1', count: 6 }], '6')
    await store.commit(stepOf(counters.name, '6', '7'))
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [START, '6'],
      ['6', '7'],
    ])
    expect(await sumOf(store)).toBe(6)
  })

  test('a listener whose resume point is lost is notified of a rebuild instead of the commits', async () => {
    await store.commit(stepOf(counters.name, START, '5'))
    const steps: Step[] = []
    store.onCommit((step) => steps.push(step))
    await store.checkpoint(counters.name)
    await server.inDatabase('admin', (db) =>
      db.command({
        configureFailPoint: 'failCommand',
        mode: { times: 1 },
        data: { failCommands: ['getMore'], errorCode: 286 },
      }),
    )
    await expect.poll(() => steps).toEqual([stepOf(counters.name, START, '5', [], {})])
    await store.commit(stepOf(counters.name, '5', '6'))
    expect(steps.at(-1)).toMatchObject({ from: '5', to: '6' })
  })
})
