import type { Event, Recorded } from '@shop/language/events/event'
import { ProductDeleted, ProductEdited, ProductListed } from '@shop/language/events/product-events'
import type { Document } from '@shop/language/read-models/collection'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'
import { replaceDocuments } from '@shop/stores/read-store/replace-documents'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterEach, expect, test, vi } from 'vitest'
import { type AnyProjection, anyProjection, type Projection, upsert } from './projection.ts'
import { runProjections } from './run-projections.ts'
import { append } from './spec.ts'

type Counter = Document & { count: number }

/** Counts a product's listings and edits; throws where an edit says so. */
const counting = (name: Projection<Counter>['into']['name'], failure: Projection<Counter>['failure'] = 'park') => {
  const add = (id: string) => upsert<Counter>(id, (before) => ({ _id: id, count: (before?.count ?? 0) + 1 }))
  return anyProjection<Counter>({
    into: { name, searchedBy: [] },
    failure,
    on: {
      ProductListed: ({ data }) => add(data.productId),
      ProductEdited: ({ data }) => {
        if (data.changes.name !== 'poison') return add(data.productId)
        return [add(data.productId), upsert<Counter>('never', () => raise('poison'))]
      },
    },
  })
}
const raise = (message: string): never => {
  throw new Error(message)
}

const details = {
  name: 'Skirt',
  description: '',
  priceCents: 1,
  sku: '',
  category: '',
  brand: '',
  material: '',
  gender: '',
  collections: '',
  sizes: [],
  colors: [],
  images: [],
  tones: {},
}
const listed = ProductListed({ productId: 'p1', details })
const edited = (name: string) => ProductEdited({ productId: 'p1', changes: { name } })
const irrelevant = ProductDeleted({ productId: 'p1' })

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).toReversed()) await close()
})

function open() {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const log = openSqliteEventStore(':memory:')
  const readStore = openSqliteReadStore(':memory:')
  closing.push(
    () => log.close(),
    () => readStore.close(),
  )
  const steps: Step[][] = []
  readStore.onCommit((told) => steps.push([...told]))
  return { log, readStore, steps, say: (...events: Event[]) => append(log, 'product-p1', ...events) }
}

function run(projections: readonly AnyProjection[], log: EventReader, readStore: ReadStore) {
  const stop = new AbortController()
  const running = runProjections(projections, log, readStore, stop.signal)
  const end = async () => {
    stop.abort()
    await running.done
  }
  closing.push(end)
  return { ...running, end }
}

const counted = (readStore: ReadStore, { into }: AnyProjection) => readStore.get<Counter>(into as never, 'p1')

test('an event shows in every projection, and every checkpoint moves with it in the same commit', async () => {
  const { log, readStore, say, steps } = open()
  const [one, two] = [counting('one@1'), counting('two@1')]
  await run([one, two], log, readStore).caughtUp
  const { position } = await say(listed)
  await vi.waitFor(async () => expect(await counted(readStore, two)).toEqual({ _id: 'p1', count: 1 }))
  expect(steps.at(-1)?.map(({ projection, to }) => [projection, to])).toEqual([
    ['one@1', position],
    ['two@1', position],
  ])
})

test('an event that touches nothing moves the checkpoints too', async () => {
  const { log, readStore, say } = open()
  await run([counting('one@1')], log, readStore).caughtUp
  const { position } = await say(irrelevant)
  await vi.waitFor(async () => expect(await readStore.checkpoint('one@1')).toBe(position))
})

test('a document touched by many events of a batch is written once', async () => {
  const { log, readStore, say, steps } = open()
  const one = counting('one@1')
  await run([one], log, readStore).caughtUp
  await say(listed, edited('a'), edited('b'))
  await vi.waitFor(async () => expect(await counted(readStore, one)).toEqual({ _id: 'p1', count: 3 }))
  expect(steps.at(-1)).toMatchObject([{ writes: [{ id: 'p1', document: { count: 3 } }] }])
})

test('a projection without a checkpoint is built from the start while the others go on', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  const first = run([one], log, readStore)
  await first.caughtUp
  await say(listed, edited('a'))
  await vi.waitFor(async () => expect((await counted(readStore, one))?.count).toBe(2))
  await first.end()

  const two = counting('two@1')
  const second = run([one, two], log, readStore)
  await second.caughtUp
  expect((await counted(readStore, two))?.count).toBe(2)
  await say(edited('b'))
  await vi.waitFor(async () => expect((await counted(readStore, two))?.count).toBe(3))
  expect((await counted(readStore, one))?.count).toBe(3)
})

test('an event delivered again counts once', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  const forgetful: EventReader = {
    ...log,
    async *follow(after, signal) {
      const told: Recorded[] = []
      for await (const batch of log.follow(after, signal)) {
        told.push(...batch.events)
        yield { ...batch, events: [...told] }
      }
    },
  }
  await say(listed)
  await run([one], forgetful, readStore).caughtUp
  await say(edited('a'))
  await vi.waitFor(async () => expect((await counted(readStore, one))?.count).toBeGreaterThan(1))
  await say(edited('b'))
  await vi.waitFor(async () => expect((await counted(readStore, one))?.count).toBeGreaterThan(2))
  expect((await counted(readStore, one))?.count).toBe(3)
})

test('a halting projection stops before the event it cannot take, and nobody else does', async () => {
  const { log, readStore, say } = open()
  const [halting, parking] = [counting('halting@1', 'halt'), counting('parking@1', 'park')]
  const running = run([halting, parking], log, readStore)
  await running.caughtUp
  const { position } = await say(listed)
  await say(edited('poison'), edited('a'))
  await say(edited('b'))
  await vi.waitFor(async () => expect((await counted(readStore, parking))?.count).toBe(3))
  expect((await counted(readStore, halting))?.count).toBe(1)
  expect(running.isHalted('halting@1')).toBe(true)
  expect(running.status()).toMatchObject([
    { projection: 'halting@1', state: 'halted', position, failures: [{ type: 'ProductEdited', error: 'poison' }] },
    { projection: 'parking@1', state: 'following', failures: [{ type: 'ProductEdited', error: 'poison' }] },
  ])
})

test('a rebuild meets a poison event as the live projection does', async () => {
  const { log, readStore, say } = open()
  await say(listed, edited('poison'), edited('a'))
  const [halting, parking] = [counting('halting@1', 'halt'), counting('parking@1', 'park')]
  const running = run([halting, parking], log, readStore)
  await running.caughtUp
  expect((await counted(readStore, halting))?.count).toBe(1)
  expect((await counted(readStore, parking))?.count).toBe(2)
  expect(running.status().map(({ state }) => state)).toEqual(['halted', 'following'])
})

test('every failure is told', async () => {
  const { log, readStore, say } = open()
  await say(listed, edited('poison'))
  const told: string[] = []
  const stop = new AbortController()
  const running = runProjections([counting('one@1')], log, readStore, stop.signal, {
    onFailure: ({ projection, type }) => told.push(`${projection} ${type}`),
  })
  await running.caughtUp
  stop.abort()
  await running.done
  expect(told).toEqual(['one@1 ProductEdited'])
})

test('when log or read store fail for a while, it goes on from the checkpoints, each event once', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  let failures = 3
  const failing: ReadStore = {
    ...readStore,
    async commit(steps) {
      const fails = failures-- > 0
      // A failing commit may have been stored nevertheless.
      if (!fails || failures % 2 === 0) await readStore.commit(steps)
      if (fails) throw new Error('The disk is away')
    },
  }
  await run([one], log, failing).caughtUp
  const { position } = await say(listed, edited('a'))
  await vi.waitFor(async () => expect(await readStore.checkpoint('one@1')).toBe(position), 5000)
  expect((await counted(readStore, one))?.count).toBe(2)
})

test('what only some projections know is not lost when all begin again', async () => {
  const { log, readStore, say } = open()
  const [one, two] = [counting('one@1'), counting('two@1')]
  const first = run([one], log, readStore)
  await first.caughtUp
  await say(listed)
  await vi.waitFor(async () => expect((await counted(readStore, one))?.count).toBe(1))
  await first.end()
  const second = run([two], log, readStore)
  await second.caughtUp
  await say(edited('a'))
  await vi.waitFor(async () => expect((await counted(readStore, two))?.count).toBe(2))
  await second.end()
  // Two is ahead of one now: the shared reader begins where one is.
  await run([one, two], log, readStore).caughtUp
  expect([(await counted(readStore, one))?.count, (await counted(readStore, two))?.count]).toEqual([2, 2])
})

test('what was built from another log, or from one that was longer, is built anew', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  await say(listed)
  const ends = [{ has: async () => false }, { has: async (position: string) => position < '00000000000000000003' }]
  for (const end of ends) {
    await replaceDocuments(readStore, one.into, [{ _id: 'p1', count: 99 } as Document], 'ffffffff.00000000000000000007')
    const running = run([one], { ...log, ...end }, readStore)
    await running.caughtUp
    expect((await counted(readStore, one))?.count).toBe(1)
    await running.end()
  }
  expect(await readStore.checkpoint('one@1')).toBe(await log.head())
})
