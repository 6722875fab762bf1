import { ShopError } from '@shop/language/errors'
import { stockStream } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type EventStore, VersionConflict } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import { availableIn } from '../test-support/available-in.ts'
import { createCommandHandler } from './command-handler.ts'
import { furtherCommand, onceOnly } from './command-metadata.ts'

const productId = 'shirt'
const stream = stockStream(productId)
const count = (available: number): StockCommand => ({ type: 'Count', productId, available })
const reserve = (checkoutId: string): StockCommand => ({
  type: 'Reserve',
  productId,
  checkoutId,
  lines: sharedPieces(1),
})
const give = (orderId: string): StockCommand => ({
  type: 'Return',
  productId,
  orderId,
  returnId: orderId,
  lines: sharedPieces(1),
})
const by = (causationId: string, digest?: string): CommandMetadata => ({
  correlationId: 'test',
  causationId,
  actor: { role: 'system' },
  ...(digest && { digest }),
})

let log: EventStore
/** The handlers of several processes on the same log. */
let shared: EventStore
beforeEach(() => {
  log = openSqliteEventStore(':memory:')
  shared = { ...log, writers: 'several' }
})
afterEach(() => log.close())

async function eventsOf(name: string) {
  const events = []
  for await (const event of log.readStream(name)) events.push(event)
  return events
}

test('a command returns the new state, and the position and time of its last event', async () => {
  const { handle } = createCommandHandler(log, { now: () => new Date('2026-01-01T00:00:00Z') })
  await handle(stockDecider, stream, count(3), by('one'))
  const left = await handle(stockDecider, stream, reserve('c1'), by('two'))
  expect(availableIn(left.state)).toBe(2)
  expect(left).toMatchObject({ version: 1, position: await log.head(), recordedAt: '2026-01-01T00:00:00.000Z' })
})

test('a loaded stream has the time of its first event', async () => {
  let now = new Date('2026-01-01T00:00:00Z')
  const { handle } = createCommandHandler(log, { now: () => now })
  await handle(stockDecider, stream, count(3), by('one'))
  now = new Date('2026-02-01T00:00:00Z')
  const left = await handle(stockDecider, stream, reserve('c1'), by('two'))
  expect(left.begunAt).toBe('2026-01-01T00:00:00.000Z')
  const fresh = await createCommandHandler(log).load(stockDecider, stream)
  expect(fresh).toEqual(left)
})

test('an event’s metadata has its command, actor, time and schema version', async () => {
  const { handle } = createCommandHandler(log, { now: () => new Date('2026-01-01T00:00:00Z') })
  await handle(stockDecider, stream, count(3), by('one', 'digest'))
  const [event] = await eventsOf(stream)
  expect(event?.metadata).toEqual({
    ...by('one', 'digest'),
    schemaVersion: 2,
    recordedAt: '2026-01-01T00:00:00.000Z',
  })
})

test('a refused command appends no event', async () => {
  const { handle } = createCommandHandler(log)
  await expect(handle(stockDecider, stream, reserve('c1'), by('one'))).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(await eventsOf(stream)).toEqual([])
})

test('a repeated command returns the state that it produced the first time, even if the stream has changed since', async () => {
  const { handle } = createCommandHandler(log)
  await handle(stockDecider, stream, count(3), by('one'))
  const first = await handle(stockDecider, stream, reserve('c1'), by('two'))
  await handle(stockDecider, stream, reserve('c2'), by('three'))
  expect(await handle(stockDecider, stream, reserve('c1'), by('two'))).toEqual(first)
})

test('another process gives a repeated command the same answer', async () => {
  await createCommandHandler(log).handle(stockDecider, stream, count(3), by('one'))
  const first = await createCommandHandler(log).handle(stockDecider, stream, give('o1'), by('two'))
  expect(await createCommandHandler(log).handle(stockDecider, stream, give('o1'), by('two'))).toEqual(first)
  expect(await eventsOf(stream)).toHaveLength(2)
})

test('the same Idempotency-Key with another body is refused', async () => {
  const { handle, answered } = createCommandHandler(log)
  await handle(stockDecider, stream, count(3), by('one', 'body'))
  const mismatch = { code: 'IDEMPOTENCY_MISMATCH' }
  await expect(handle(stockDecider, stream, count(4), by('one', 'other'))).rejects.toMatchObject(mismatch)
  await expect(answered(stockDecider, stream, by('one', 'other'))).rejects.toMatchObject(mismatch)
})

test('fifty concurrent commands on one stream are all handled, one after the other', async () => {
  const { handle, load } = createCommandHandler(log)
  await handle(stockDecider, stream, count(0), by('count'))
  await Promise.all(Array.from({ length: 50 }, (_, n) => handle(stockDecider, stream, give(`o${n}`), by(`give ${n}`))))
  expect(availableIn((await load(stockDecider, stream)).state)).toBe(50)
})

test('two processes that write one stream lose no event', async () => {
  const one = createCommandHandler(shared)
  const two = createCommandHandler(shared)
  await one.handle(stockDecider, stream, count(0), by('count'))
  const asked = [one, two].flatMap(({ handle }, process) =>
    Array.from({ length: 20 }, (_, n) => handle(stockDecider, stream, give(`${process} ${n}`), by(`${process} ${n}`))),
  )
  await Promise.all(asked)
  expect(availableIn((await one.load(stockDecider, stream)).state)).toBe(40)
  expect(await one.load(stockDecider, stream)).toEqual(await two.load(stockDecider, stream))
})

test('when two processes handle the same command concurrently, it happens once and both give the same answer', async () => {
  const [one, two] = [1, 2].map((minute) =>
    createCommandHandler(shared, { now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) }),
  )
  const both = [one, two].map((process) => process?.handle(stockDecider, stream, count(3), by('one')))
  const [first, second] = await Promise.all(both)
  expect(second).toEqual(first)
  const inLog = await createCommandHandler(shared).load(stockDecider, stream)
  expect(await Promise.all([one, two].map((process) => process?.load(stockDecider, stream)))).toEqual([inLog, inLog])
})

test('a command whose append conflicts twenty times is refused with CONFLICT', async () => {
  let attempts = 0
  const busy: EventStore = {
    ...log,
    append: async () => {
      attempts += 1
      throw new VersionConflict(stream, -1)
    },
  }
  const { handle } = createCommandHandler(busy)
  await expect(handle(stockDecider, stream, count(1), by('one'))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(attempts).toBe(20)
})

/** Stores the first append without acknowledging it, and otherwise works like the log. */
function losesTheFirstAnswer(): EventStore {
  let isFirst = true
  return {
    ...log,
    append: async (...appended) => {
      const done = await log.append(...appended)
      if (!isFirst) return done
      isFirst = false
      throw new ShopError('UNAVAILABLE', 'Nobody knows')
    },
  }
}

test('a command whose answer was lost is not handled again when it is repeated', async () => {
  const flaky = losesTheFirstAnswer()
  const { handle } = createCommandHandler(flaky)
  await expect(handle(stockDecider, stream, give('o1'), by('one'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(availableIn((await handle(stockDecider, stream, give('o1'), by('one'))).state)).toBe(1)
  expect(await eventsOf(stream)).toHaveLength(1)
})

test('a repeated command gets its recorded result, even if newer facts would change the decision', async () => {
  const flaky = losesTheFirstAnswer()
  const { handleWith, load } = createCommandHandler(flaky)
  const beginning = { ...stockDecider, begins: () => true }
  await expect(handleWith(beginning, stream, async () => count(3), by('one'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
  expect(availableIn((await handleWith(beginning, stream, async () => count(5), by('one'))).state)).toBe(3)
  expect(availableIn((await load(beginning, stream)).state)).toBe(3)
  expect(await eventsOf(stream)).toHaveLength(1)
})

test('while the log is unavailable, streams in memory are served as they were last read, and other streams fail', async () => {
  let isAway = false
  const flaky: EventStore = {
    ...shared,
    async *readStream(name, fromVersion) {
      if (isAway) throw new ShopError('UNAVAILABLE', 'The log could not be read')
      yield* log.readStream(name, fromVersion)
    },
  }
  const { handle, lastKnown, load } = createCommandHandler(flaky)
  await handle(stockDecider, stream, count(3), by('one'))
  isAway = true
  expect(availableIn((await lastKnown(stockDecider, stream)).state)).toBe(3)
  await expect(load(stockDecider, stream)).rejects.toThrow(ShopError)
  await expect(lastKnown(stockDecider, stockStream('hat'))).rejects.toThrow(ShopError)
})

test('while the log does not answer for half a second, the state in memory is served; later the stream is read again', async () => {
  let silence: Promise<void> = Promise.resolve()
  const slow: EventStore = {
    ...shared,
    async *readStream(name, fromVersion) {
      await silence
      yield* log.readStream(name, fromVersion)
    },
  }
  const { handle, lastKnown } = createCommandHandler(slow)
  await handle(stockDecider, stream, count(3), by('one'))
  await createCommandHandler(shared).handle(stockDecider, stream, reserve('c1'), by('two'))
  const end = Promise.withResolvers<void>()
  silence = end.promise
  expect(availableIn((await lastKnown(stockDecider, stream)).state)).toBe(3)
  end.resolve()
  expect(availableIn((await lastKnown(stockDecider, stream)).state)).toBe(2)
})

test('a further command has its own id, which is the same at every retry, and no digest', () => {
  const asked = by('one', 'digest')
  expect(furtherCommand(asked, 'count')).toEqual(furtherCommand(asked, 'count'))
  expect(furtherCommand(asked, 'count').causationId).not.toBe(furtherCommand(asked, 'list').causationId)
  expect(furtherCommand(asked, 'count')).not.toHaveProperty('digest')
})

test('a command that may run only once has the same id in every request', () => {
  expect(onceOnly(by('one'), 'return', 'o1').causationId).toBe(onceOnly(by('two'), 'return', 'o1').causationId)
})
