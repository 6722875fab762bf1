import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Document } from '@shop/language/collection'
import { type Event, START } from '@shop/language/events/event'
import { OrderStatusChanged } from '@shop/language/order/events'
import { refusedReadModels } from '@shop/language/shop/refused-read-models'
import { saidNothing } from '@shop/language/test-support/sample-order'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnyProjection, upsert } from './projection.ts'
import { runProjections } from './run-projections.ts'
import { append } from './spec.ts'

const EVENTS = 25
const KEPT_MS = 200
let log: ReturnType<typeof openSqliteEventStore>
let readStore: ReadStore
let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  log = openSqliteEventStore(':memory:')
  readStore = openSqliteReadStore(':memory:')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([log.close(), readStore.close()])
})

const changed = (n: number): Event =>
  OrderStatusChanged({
    ...{ orderId: `o${String(n).padStart(2, '0')}`, from: 'Processing', to: 'Shipped', totalCents: 1, placedAt: '' },
    ...saidNothing,
  })

/** A read model with a document for each order. `mark`: what the documents of this number say. */
const marks = (number: number, mark: string, changes?: string, about = number): AnyProjection => ({
  into: { name: `marks@${number}`, searchedBy: [], ...(changes && { changes: { number: about, says: changes } }) },
  failure: 'halt',
  on: {
    OrderStatusChanged: ({ data: { orderId } }) =>
      upsert<Document>(orderId, () => ({ _id: orderId, mark }) as Document),
  },
})

/** Starts a release with this read model, and stops it when it has read the log. */
async function release(projection: AnyProjection, accepted: readonly string[] = [], until = async () => {}) {
  const stop = new AbortController()
  const running = runProjections([projection], log, readStore, stop.signal, { accepted, formerKeptMs: KEPT_MS })
  await running.caughtUp
  await until()
  stop.abort()
  await running.done
  return running.refused()
}
const grow = (from: number, count = EVENTS) =>
  append(log, 'stream', ...Array.from({ length: count }, (_, n) => changed(from + n)))
const shown = async (name: `${string}@${number}`) => (await readStore.documentsAfter(name, '', 99)).length
const said = (message: string) =>
  lines.flatMap((line) => (line.includes(message) ? [JSON.parse(line) as Record<string, unknown>] : []))
const REFUSED = 'does not go live'

test('a read model with the same documents goes live, also if the log has grown since', async () => {
  await grow(0)
  await release(marks(1, 'same'))
  await grow(EVENTS, 5)
  expect(await release(marks(2, 'same'))).toEqual([])
  expect([await shown('marks@2'), said(REFUSED)]).toEqual([EVENTS + 5, []])
})

test('an unexpected difference stops the swap, and the former documents stay', async () => {
  await grow(0)
  await release(marks(1, 'old'))
  const before = await readStore.checkpoint('marks@1')
  await grow(EVENTS, 5)
  expect(await release(marks(2, 'new'))).toEqual(['marks@2'])
  expect(await readStore.checkpoint('marks@2')).toBeUndefined()
  expect([await shown('marks@2'), await shown('marks@1')]).toEqual([0, EVENTS])
  expect(await readStore.staged('marks@2')).toBe(before?.position)
  const [line] = said(REFUSED)
  expect(line).toMatchObject({
    ...{ readModel: 'marks@2', former: 'marks@1', documents: EVENTS, differing: EVENTS },
    toAccept: 'start with ACCEPT_READ_MODELS=marks@2',
  })
  const listed = line!.differences as string[]
  expect([listed.length, listed[0]]).toEqual([20, 'o00 differs in mark'])
})

/** Starts a release with this read model while the former release runs, and writes events during every comparison. */
async function releaseBeside(projection: AnyProjection) {
  const former = new AbortController()
  const running = runProjections([marks(1, 'same')], log, readStore, former.signal)
  await running.caughtUp
  const { documentsAfter } = readStore
  let written = EVENTS
  const compared = vi.spyOn(readStore, 'documentsAfter').mockImplementation(async (...asked) => {
    await grow(written, 5)
    written += 5
    await expect.poll(() => documentsAfter('marks@1', '', 99)).toHaveLength(written)
    return documentsAfter(...asked)
  })
  const refused = await release(projection)
  compared.mockRestore()
  former.abort()
  await running.done
  return refused
}

test('a read model goes live although the former one moves during every comparison', async () => {
  await grow(0)
  expect(await releaseBeside(marks(2, 'same'))).toEqual([])
  expect([await shown('marks@2'), said(REFUSED), said('still writes')]).toEqual([EVENTS + 5, [], []])
  expect(said('were not compared')).toMatchObject([{ readModel: 'marks@2', notCompared: 5 }])
})

test('while the former one moves, a read model is refused if documents that did not change differ', async () => {
  await grow(0)
  expect(await releaseBeside(marks(2, 'new'))).toEqual(['marks@2'])
  expect(said(REFUSED)).toMatchObject([{ documents: EVENTS + 5, differing: EVENTS }])
})

test('a stopped swap is judged again at the next start, and goes on where it stopped once it is accepted', async () => {
  await grow(0)
  await release(marks(1, 'old'))
  await grow(EVENTS, 5)
  await release(marks(2, 'new'))
  expect(await release(marks(2, 'new'), ['other@2'])).toEqual(['marks@2'])
  expect(await release(marks(2, 'new'), ['marks@2'])).toEqual([])
  expect(await shown('marks@2')).toBe(EVENTS + 5)
})

test('a rebuild that is interrupted after the comparison goes live at the next try', async () => {
  await grow(0)
  await release(marks(1, 'same'))
  await grow(EVENTS)
  const { stage } = readStore
  vi.spyOn(readStore, 'stage').mockImplementationOnce(async (collection) => ({
    ...(await stage(collection)),
    goLive: async () => {
      throw new Error('The store does not answer')
    },
  }))
  expect(await release(marks(2, 'same'))).toEqual([])
  expect(await shown('marks@2')).toBe(2 * EVENTS)
})

const noted = async () => (await readStore.find(refusedReadModels)).documents.map(({ _id }) => _id)

test('a stopped swap is noted until the read model goes live, or another release starts', async () => {
  await grow(0)
  await release(marks(1, 'old'))
  expect(await noted()).toEqual([])
  await release(marks(2, 'new'))
  await release(marks(2, 'new'))
  expect(await noted()).toEqual(['marks@2'])
  await release(marks(1, 'old'))
  expect(await noted()).toEqual([])
  await release(marks(2, 'new'))
  expect(await noted()).toEqual(['marks@2'])
  await release(marks(2, 'new'), ['marks@2'])
  expect(await noted()).toEqual([])
})

test('a stopped swap is noted again if the notes were lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-notes-'))
  const file = join(folder, 'read-models.db')
  readStore = openSqliteReadStore(file)
  await grow(0)
  await release(marks(1, 'old'))
  await release(marks(2, 'new'))
  await readStore.close()
  loseTable(file, refusedReadModels)
  readStore = openSqliteReadStore(file)
  await release(marks(2, 'new'))
  expect(await noted()).toEqual(['marks@2'])
  rmSync(folder, { recursive: true })
})

function loseTable(file: string, { name }: Readonly<{ name: string }>) {
  using db = new DatabaseSync(file)
  const live = db.prepare('SELECT name FROM live WHERE collection = ?').get(name)
  db.exec(`DROP TABLE "${live?.name}"`)
}

test('a rebuild of the former release does not end the note about a read model of the new release', async () => {
  await grow(0)
  const stop = new AbortController()
  const former = runProjections([marks(1, 'old')], log, readStore, stop.signal)
  await former.caughtUp
  await release(marks(2, 'new'))
  const { position = START } = (await readStore.checkpoint('marks@1')) ?? {}
  await readStore.commit(stepOf('marks@1', position, position, [], { damaged: true }))
  await expect.poll(() => readStore.checkpoint('marks@1')).toEqual({ position })
  stop.abort()
  await former.done
  expect(await noted()).toEqual(['marks@2'])
})

test('the former documents are dropped when the new ones have served for a time; the former release builds them again', async () => {
  await grow(0)
  await release(marks(1, 'same'))
  const kept = () => readStore.checkpoint('marks@1')
  await release(marks(2, 'same'), [], async () => {
    expect([await kept(), await shown('marks@1')]).toEqual([expect.anything(), EVENTS])
    await expect.poll(kept).toBeUndefined()
    expect([await shown('marks@1'), await shown('marks@2')]).toEqual([0, EVENTS])
  })
  await grow(EVENTS, 5)
  await release(marks(1, 'same'))
  expect(await shown('marks@1')).toBe(EVENTS + 5)
})

test('while a swap is stopped, the former documents of the other read models stay too', async () => {
  const other = (number: number): AnyProjection => ({
    ...marks(1, 'same'),
    into: { name: `others@${number}`, searchedBy: [] },
  })
  await grow(0)
  await release(other(1))
  await release(marks(1, 'old'))
  const stop = new AbortController()
  const running = runProjections([marks(2, 'new'), other(2)], log, readStore, stop.signal, { formerKeptMs: KEPT_MS })
  await running.caughtUp
  await sleep(3 * KEPT_MS)
  stop.abort()
  await running.done
  expect([await shown('others@2'), await shown('others@1')]).toEqual([EVENTS, EVENTS])
})

test('while a swap is stopped, the former documents stay; the former release drops what the other release has left', async () => {
  await grow(0)
  await release(marks(1, 'old'))
  await release(marks(2, 'new'), [], () => sleep(3 * KEPT_MS))
  expect([await shown('marks@1'), await readStore.staged('marks@2')]).toEqual([EVENTS, expect.anything()])
  await release(marks(1, 'old'), [], () => expect.poll(() => readStore.staged('marks@2')).toBeUndefined())
  expect(await shown('marks@1')).toBe(EVENTS)
})

test('a difference that the release expects is logged, and the new documents go live', async () => {
  await grow(0)
  await release(marks(1, 'old'))
  expect(await release(marks(3, 'new', 'The mark is new.'))).toEqual([])
  expect(await shown('marks@3')).toBe(EVENTS)
  expect(said('as expected')).toMatchObject([{ former: 'marks@1', differing: EVENTS, expected: 'The mark is new.' }])
})

test('a difference that an earlier number expected is not expected any more', async () => {
  await grow(0)
  await release(marks(2, 'old'))
  expect(await release(marks(3, 'new', 'The mark of number 2 was new.', 2))).toEqual(['marks@3'])
})

test('a read model that belongs to another log is not compared', async () => {
  await readStore.commit(stepOf('marks@1', START, '9.99999', [{ id: 'x', document: { _id: 'x' } }], {}))
  await grow(0)
  expect(await release(marks(2, 'new'))).toEqual([])
  expect(await shown('marks@2')).toBe(EVENTS)
})
