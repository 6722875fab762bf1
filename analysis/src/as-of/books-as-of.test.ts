import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { booksView, daysAsked } from '@shop/language/dashboard/view'
import { type Recorded, START } from '@shop/language/events/event'
import { apply } from '@shop/projections/fold'
import { anyProjection, changesOf } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import type { Copy } from '../copy/open-copy.ts'
import { createBooksAsOf } from './books-as-of.ts'
import { createModelsAsOf } from './models-as-of.ts'

const EVERY = 20
const projection = anyProjection(dashboardProjection)
const types = [...Object.keys(projection.on), 'StockReserved']
const place = newFolder()
const store = openSqliteEventStore(':memory:')
/** The sums that the dashboard showed after each event. */
const shown: object[] = []

beforeAll(async () => {
  await appendAll(store, await someEvents(147, 5, types))
  const workingSet = createWorkingSet()
  for await (const event of all()) {
    apply(workingSet, changesOf(projection, event))
    const books = new Map([...workingSet.documents].map(([id, document]) => [id, document as never]))
    shown.push(booksView(books, daysAsked({}, new Date(event.metadata.recordedAt))))
  }
})
afterAll(async () => {
  await store.close()
  place.remove()
})

async function* all(): AsyncIterable<Recorded> {
  const stop = new AbortController()
  for await (const { events, caughtUp } of store.follow(START, stop.signal)) {
    yield* events
    if (caughtUp) return
  }
}

const snapshots = () =>
  readdirSync(join(place.folder, 'snapshots'))
    .filter((name) => name.startsWith('dashboard'))
    .toSorted()
type Books = Readonly<{ ask: ReturnType<typeof createBooksAsOf>; run: (signal: AbortSignal) => Promise<void> }>
const asked = <T>(use: (books: Books) => Promise<T>) =>
  copying(store, place.folder, (copy: Copy) => {
    const models = createModelsAsOf(copy, place.folder, EVERY)
    return use({ ask: createBooksAsOf(copy, models.dashboard), run: models.run })
  })
const sumsAsOf = async ({ ask }: Pick<Books, 'ask'>, event: number) => {
  const { asOf, ...sums } = await ask({ asOf: event })
  expect(asOf.event).toBe(event)
  return sums
}

test('the sums as of an event are the sums that the dashboard showed after that event', async () => {
  await asked(async (books) => {
    for (let event = 147; event >= 1; event -= 7)
      expect(JSON.stringify(await sumsAsOf(books, event)), `${event}`).toBe(JSON.stringify(shown[event - 1]))
  })
})

test('the sums as of a moment count all events until then; before the first event there are no sums', async () => {
  await asked(async ({ ask }) => {
    const { asOf, ...sums } = await ask({ asOf: '2026-03-01T10:00:41.500Z' })
    expect(asOf).toEqual({ event: 42, moment: '2026-03-01T10:00:41.500Z' })
    expect(sums).toEqual(shown[41])
    expect(await ask({ asOf: '2020-01-01T00:00:00.000Z' })).toMatchObject({ asOf: { event: 0 }, totalOrders: 0 })
  })
})

test('a snapshot is kept at every interval, and made again if it is missing, is broken or belongs to other events', async () => {
  const kept = Array.from({ length: 7 }, (_, n) => `dashboard@3-${String(EVERY * (n + 1)).padStart(12, '0')}.json.zst`)
  await asked(({ ask }) => ask({}))
  expect(snapshots()).toEqual(kept)
  const file = (n: number) => join(place.folder, 'snapshots', kept[n]!)
  rmSync(file(6))
  writeFileSync(file(5), '{"digest":')
  writeFileSync(file(4), JSON.stringify({ digest: 'of others', documents: [] }))
  await asked(async (books) => expect(await sumsAsOf(books, 147)).toEqual(shown[146]))
  expect(snapshots()).toEqual(kept)
})

test('snapshots are made in advance, before the first request', async () => {
  rmSync(join(place.folder, 'snapshots'), { recursive: true })
  await asked(async ({ run }) => {
    const stop = new AbortController()
    const running = run(stop.signal)
    await expect.poll(() => existsSync(join(place.folder, 'snapshots')) && snapshots().length).toBe(7)
    stop.abort()
    await running
  })
})

test('the sums end before the event at which the dashboard halts', async () => {
  const [broken, ...others] = await someEvents(30, 6, ['OrderPlaced'])
  await store.append('order-broken', -1, [{ ...broken!, data: {} }, ...others])
  await asked(async ({ ask, run }) => {
    expect(await sumsAsOf({ ask }, 147)).toEqual(shown[146])
    expect(await ask({ asOf: 177 })).toMatchObject({
      asOf: { event: 177 },
      totalOrders: (await ask({ asOf: 147 })).totalOrders,
    })
    const stop = new AbortController()
    const running = run(stop.signal)
    await new Promise((resolve) => setTimeout(resolve, 200))
    stop.abort()
    await running
  })
})
