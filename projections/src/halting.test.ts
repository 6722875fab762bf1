import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, Recorded } from '@shop/language/events/event'
import { ProductEdited } from '@shop/language/product/events'
import type { EventReader, EventStore } from '@shop/stores/event-store/event-store'
import { createShopReader } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { MOST_LISTED } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteCheckpoints } from '@shop/stores/read-store/sqlite/checkpoints'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobsOf } from './process-manager.ts'
import type { AnyProjection } from './projection.ts'
import { runProjections } from './run-projections.ts'
import { append } from './spec.ts'
import { counted, counting, edited, listed } from './test-support/counting.ts'

let folder: string
let log: EventStore
let readStore: ReadStore
let stops: AbortController[]
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  folder = mkdtempSync(join(tmpdir(), 'selvedge-halting-'))
  log = openSqliteEventStore(':memory:')
  readStore = openSqliteReadStore(join(folder, 'read-models.db'))
  stops = []
})
afterEach(async () => {
  for (const stop of stops) stop.abort()
  await Promise.all([log.close(), readStore.close()])
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

const say = (...events: Event[]) => append(log, 'product-p1', ...events)
const checkpoint = ({ into }: AnyProjection) => readStore.checkpoint(into.name)
const countOf = async (projection: AnyProjection) => (await counted(readStore, projection))?.count

async function run(projections: readonly AnyProjection[], at = '2026-05-01T10:00:00.000Z', from: EventReader = log) {
  const stop = new AbortController()
  stops.push(stop)
  const options = { now: () => new Date(at), lookAtHaltedMs: 20 }
  const { caughtUp, done } = runProjections(projections, from, readStore, stop.signal, options)
  await caughtUp
  return async () => {
    stop.abort()
    await done
  }
}

/** Resumes a projection from another process, as the operator's tool does. */
async function resume({ into }: AnyProjection, how: 'retry' | 'skip') {
  const beside = openSqliteCheckpoints(join(folder, 'read-models.db'))
  expect(await beside.resume(into.name, how)).toBe(true)
  await beside.close()
}

test('a halting projection stops before the failing event and names it, and no other projection stops', async () => {
  const [halting, parking] = [counting('halting@1', 'halt'), counting('parking@1', 'park')]
  await run([halting, parking])
  const { position } = await say(listed)
  const poison = await say(edited('poison'))
  await say(edited('a'))
  const end = await say(edited('b'))
  await expect.poll(() => countOf(parking)).toBe(3)
  const failure = {
    event: {
      id: expect.stringMatching(/^event-/),
      type: 'ProductEdited',
      position: poison.position,
      stream: 'product-p1',
    },
    // The error's text is hidden, because it can contain a person's name.
    error: '…',
    at: '2026-05-01T10:00:00.000Z',
  }
  expect(await countOf(halting)).toBe(1)
  expect(await checkpoint(halting)).toEqual({ position, halted: failure })
  expect(await checkpoint(parking)).toEqual({ position: end.position, leftOut: { count: 1, newest: [failure] } })
})

test('an event that cannot be read halts only the projections that handle its type', async () => {
  vi.spyOn(ProductEdited, 'lift').mockImplementation((data) => {
    throw new Error(`cannot lift ${JSON.stringify(data)}`)
  })
  const keys = openSqliteKeyStore(':memory:')
  const shopLog = createShopReader(log, keys)
  const both = counting('both@1', 'halt')
  const other = { ...counting('other@1', 'halt'), on: { ProductListed: both.on.ProductListed! } }
  await say(listed, edited('a secret'))
  const end = await say(listed)
  await run([both, other], undefined, shopLog)
  expect([await countOf(both), await countOf(other)]).toEqual([1, 2])
  expect(await checkpoint(both)).toMatchObject({
    halted: { event: { type: 'ProductEdited', stream: 'product-p1' }, error: expect.stringContaining('cannot lift') },
  })
  expect(JSON.stringify(await checkpoint(both))).not.toContain('a secret')
  expect((await checkpoint(other))?.position).toContain(end.position)
  const jobs = (on: object) => () => jobsOf({ name: 'p@1', on }, { ...unread, unreadable: new Error('cannot lift') })
  const [, unread] = (await Array.fromAsync(log.readStream('product-p1'))) as [Recorded, Recorded]
  expect(jobs({ ProductEdited: () => [] })).toThrow('cannot lift')
  expect(jobs({ ProductListed: () => [] })()).toEqual([])
  await keys.close()
})

test('a rebuild halts at a failing event, or skips it, as the live projection does', async () => {
  await say(listed, edited('poison'), edited('a'))
  const [halting, parking] = [counting('halting@1', 'halt'), counting('parking@1', 'park')]
  await run([halting, parking])
  expect([await countOf(halting), await countOf(parking)]).toEqual([1, 2])
  expect(await checkpoint(halting)).toMatchObject({ halted: { event: { type: 'ProductEdited' } } })
  expect(await checkpoint(parking)).toMatchObject({ leftOut: { count: 1 } })
})

test('all skipped events are counted, and the newest of them are listed', async () => {
  const parking = counting('parking@1')
  await run([parking])
  await say(listed)
  for (let n = 0; n < MOST_LISTED + 5; n++) await say(edited('poison'))
  const last = await say(edited('poison'))
  await expect.poll(() => checkpoint(parking)).toMatchObject({ position: last.position })
  const { leftOut } = (await checkpoint(parking)) ?? {}
  expect([leftOut?.count, leftOut?.newest.length]).toEqual([MOST_LISTED + 6, MOST_LISTED])
  expect(leftOut?.newest.at(-1)?.event.position).toBe(last.position)
})

test('after a restart the event is tried again, and if it fails again, the time of the first halt stays', async () => {
  const halting = counting('halting@1', 'halt')
  const end = await run([halting])
  await say(listed, edited('poison'), edited('a'))
  await expect.poll(() => checkpoint(halting)).toHaveProperty('halted')
  const before = await checkpoint(halting)
  await end()
  const endAgain = await run([halting], '2026-05-02T10:00:00.000Z')
  expect(await checkpoint(halting)).toEqual(before)
  await endAgain()
})

test('after a fix and a restart the projection continues by itself and loses no event', async () => {
  const halting = counting('halting@1', 'halt')
  const end = await run([halting])
  await say(listed, edited('poison'))
  const last = await say(edited('a'))
  await expect.poll(() => checkpoint(halting)).toHaveProperty('halted')
  await end()
  const mended = { ...halting, on: { ...halting.on, ProductEdited: halting.on.ProductListed as never } }
  await run([mended])
  await expect.poll(() => checkpoint(halting)).toEqual({ position: last.position })
  expect(await countOf(halting)).toBe(3)
})

test('a running projection resumed with `retry` retries the event and halts again', async () => {
  const halting = counting('halting@1', 'halt')
  await run([halting])
  await say(listed, edited('poison'))
  await expect.poll(() => checkpoint(halting)).toHaveProperty('halted')
  const before = await checkpoint(halting)
  await resume(halting, 'retry')
  await expect.poll(async () => (await checkpoint(halting))?.halted?.resume).toBeUndefined()
  expect(await checkpoint(halting)).toEqual(before)
})

test('a running projection resumed with `skip` skips the event and halts at the next failing event', async () => {
  const halting = counting('halting@1', 'halt')
  await run([halting])
  await say(listed, edited('poison'), edited('a'))
  await expect.poll(() => checkpoint(halting)).toHaveProperty('halted')
  await resume(halting, 'skip')
  await expect.poll(() => countOf(halting)).toBe(2)
  const second = await say(edited('poison'))
  await expect
    .poll(() => checkpoint(halting))
    .toMatchObject({
      halted: { event: { position: second.position } },
      leftOut: { count: 1 },
    })
})

test('a resumed projection misses no event before a batch that was read earlier', async () => {
  let isHeld = false
  let passed = ''
  const held: EventReader = {
    ...log,
    async *follow(after, signal, types) {
      for await (const batch of log.follow(after, signal, types)) {
        if (isHeld) await once(signal, 'abort')
        isHeld = false
        yield batch
        passed = batch.upTo
      }
    },
  }
  const halting = counting('halting@1', 'halt')
  await run([halting], undefined, held)
  await say(listed, edited('poison'))
  await expect.poll(() => checkpoint(halting)).toHaveProperty('halted')
  const { position } = await say(edited('a'))
  await expect.poll(() => passed).toBe(position)
  isHeld = true
  const last = await say(edited('b'))
  await resume(halting, 'skip')
  await expect.poll(() => checkpoint(halting)).toMatchObject({ position: last.position })
  expect(await countOf(halting)).toBe(3)
})

test('a projection that is resumed with `skip` while no process runs continues at the next start', async () => {
  const halting = counting('halting@1', 'halt')
  const end = await run([halting])
  await say(listed, edited('poison'))
  const last = await say(edited('a'))
  await expect.poll(() => checkpoint(halting)).toHaveProperty('halted')
  await end()
  await resume(halting, 'skip')
  await run([halting])
  await expect.poll(() => checkpoint(halting)).toMatchObject({ position: last.position, leftOut: { count: 1 } })
  expect(await checkpoint(halting)).not.toHaveProperty('halted')
})
