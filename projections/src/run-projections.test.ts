import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Document } from '@shop/language/collection'
import type { Event, Recorded } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { replaceDocuments } from '@shop/stores/read-store/contract/shelf'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyProjection } from './projection.ts'
import { runProjections } from './run-projections.ts'
import { append } from './spec.ts'
import { counted, counting, edited, irrelevant, listed } from './test-support/counting.ts'

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
  const steps: Step[] = []
  readStore.onCommit((step) => steps.push(step))
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

test('an event changes the documents and the position of every projection in one commit', async () => {
  const { log, readStore, say, steps } = open()
  const [one, two] = [counting('one@1'), counting('two@1')]
  await run([one, two], log, readStore).caughtUp
  const { position } = await say(listed)
  await expect.poll(() => counted(readStore, two)).toEqual({ _id: 'p1', count: 1 })
  expect(steps.at(-1)).toMatchObject({ projections: ['one@1', 'two@1'], to: position })
})

test('an event that changes no document also moves the checkpoints', async () => {
  const { log, readStore, say } = open()
  await run([counting('one@1')], log, readStore).caughtUp
  const { position } = await say(irrelevant)
  await expect.poll(() => readStore.checkpoint('one@1')).toEqual({ position })
})

test('a document that many events of a batch change is written only once', async () => {
  const { log, readStore, say, steps } = open()
  const one = counting('one@1')
  await run([one], log, readStore).caughtUp
  await say(listed, edited('a'), edited('b'))
  await expect.poll(() => counted(readStore, one)).toEqual({ _id: 'p1', count: 3 })
  expect(steps.at(-1)).toMatchObject({ writes: { 'one@1': [{ id: 'p1', document: { count: 3 } }] } })
})

test.each<[string, (file: string) => void]>([
  ['damaged documents', damageDocument],
  ['a dropped table', dropTable],
])('a projection with %s is rebuilt without waiting for a new event, while the others continue', async (_, damage) => {
  const { log, say } = open()
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-damaged-'))
  const file = join(folder, 'read-models.db')
  const [one, two] = [counting('one@1'), counting('two@1')]
  const before = openSqliteReadStore(file)
  const first = run([one, two], log, before)
  await first.caughtUp
  await say(listed)
  await expect.poll(() => counted(before, two)).toEqual({ _id: 'p1', count: 1 })
  await first.end()
  await before.close()
  damage(file)

  const readStore = openSqliteReadStore(file)
  const checkpoints = () => Promise.all([one, two].map(({ into }) => readStore.checkpoint(into.name)))
  await run([one, two], log, readStore).caughtUp
  const found = await Promise.allSettled([counted(readStore, one), counted(readStore, two)])
  expect(found.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const each of [one, two])
    await expect.poll(() => counted(readStore, each).catch(() => undefined)).toEqual({ _id: 'p1', count: 1 })
  const position = await log.head()
  await expect.poll(checkpoints).toEqual([{ position }, { position }])
  await say(edited('a'))
  await expect.poll(() => counted(readStore, one)).toEqual({ _id: 'p1', count: 2 })
  closing.splice(
    2,
    0,
    () => readStore.close(),
    async () => rmSync(folder, { recursive: true }),
  )
})

function damageDocument(file: string) {
  const bytes = readFileSync(file)
  bytes.write('#', bytes.indexOf('"count":1'))
  writeFileSync(file, bytes)
}

function dropTable(file: string) {
  using db = new DatabaseSync(file)
  const live = db.prepare("SELECT name FROM live WHERE collection = 'one@1'").get()
  db.exec(`DROP TABLE "${live?.name}"`)
}

test('a projection without a checkpoint is built from the start while the others continue', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  const first = run([one], log, readStore)
  await first.caughtUp
  await say(listed, edited('a'))
  await expect.poll(async () => (await counted(readStore, one))?.count).toBe(2)
  await first.end()

  const two = counting('two@1')
  const second = run([one, two], log, readStore)
  await second.caughtUp
  expect((await counted(readStore, two))?.count).toBe(2)
  await say(edited('b'))
  await expect.poll(async () => (await counted(readStore, two))?.count).toBe(3)
  expect((await counted(readStore, one))?.count).toBe(3)
})

test('an event that is delivered again is applied once', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  const forgetful: EventReader = {
    ...log,
    async *follow(after, signal) {
      const delivered: Recorded[] = []
      for await (const batch of log.follow(after, signal)) {
        delivered.push(...batch.events)
        yield { ...batch, events: [...delivered] }
      }
    },
  }
  await say(listed)
  await run([one], forgetful, readStore).caughtUp
  await say(edited('a'))
  await expect.poll(async () => (await counted(readStore, one))?.count).toBeGreaterThan(1)
  await say(edited('b'))
  await expect.poll(async () => (await counted(readStore, one))?.count).toBeGreaterThan(2)
  expect((await counted(readStore, one))?.count).toBe(3)
})

test('after failed commits a projection continues from its checkpoint and applies each event once', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  let failures = 3
  const failing: ReadStore = {
    ...readStore,
    async commit(step) {
      const fails = failures-- > 0
      // Every second failing commit is stored all the same.
      if (!fails || failures % 2 === 0) await readStore.commit(step)
      if (fails) throw new Error('The disk is away')
    },
  }
  await run([one], log, failing).caughtUp
  const { position } = await say(listed, edited('a'))
  await expect.poll(() => readStore.checkpoint('one@1')).toEqual({ position })
  expect((await counted(readStore, one))?.count).toBe(2)
})

test('projections with different checkpoints each continue from their own checkpoint', async () => {
  const { log, readStore, say } = open()
  const [one, two] = [counting('one@1'), counting('two@1')]
  const first = run([one], log, readStore)
  await first.caughtUp
  await say(listed)
  await expect.poll(async () => (await counted(readStore, one))?.count).toBe(1)
  await first.end()
  const second = run([two], log, readStore)
  await second.caughtUp
  await say(edited('a'))
  await expect.poll(async () => (await counted(readStore, two))?.count).toBe(2)
  await second.end()
  // Projection `two` is ahead of projection `one`. The shared reader starts at the checkpoint of `one`.
  await run([one, two], log, readStore).caughtUp
  expect([(await counted(readStore, one))?.count, (await counted(readStore, two))?.count]).toEqual([2, 2])
})

test('a read model that was built from another log, or from a longer log, is rebuilt', async () => {
  const { log, readStore, say } = open()
  const one = counting('one@1')
  await say(listed)
  const ends = [
    { has: async (position: string) => !position.startsWith('ffffffff') },
    { has: async (position: string) => position < '00000000000000000003' },
  ]
  for (const end of ends) {
    await replaceDocuments(readStore, one.into, [{ _id: 'p1', count: 99 } as Document], 'ffffffff.00000000000000000007')
    const running = run([one], { ...log, ...end }, readStore)
    await running.caughtUp
    expect((await counted(readStore, one))?.count).toBe(1)
    await running.end()
  }
  expect(await readStore.checkpoint('one@1')).toEqual({ position: await log.head() })
})
