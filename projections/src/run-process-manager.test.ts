import { createCommandHandler } from '@shop/command-service/handler/command-handler'
import { stockDecider } from '@shop/command-service/stock/stock-decider'
import { stockStream } from '@shop/language/stock/events'
import { type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import { openSqliteJobQueue } from '@shop/stores/job-queue/sqlite/sqlite-job-queue'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProcessManager } from './process-manager.ts'
import { runProcesses } from './run-process-manager.ts'

const NOW_MS = Date.parse('2026-01-01T12:00:00Z')
const HOUR_MS = 60 * 60 * 1000

/** Sends a command ninety minutes after each count. */
const process: ProcessManager = {
  name: 'counting@1',
  on: {
    StockCounted: ({ metadata: { recordedAt }, data: { productId } }) => [
      {
        command: { type: 'ReleaseStock', checkoutId: productId },
        dueAt: new Date(Date.parse(recordedAt) + 1.5 * HOUR_MS).toISOString(),
      },
    ],
  },
}

let log: ReturnType<typeof openSqliteEventStore>
let queue: JobQueue
let added: Job[]
let commits: number
let stop: AbortController

beforeEach(() => {
  log = openSqliteEventStore(':memory:')
  const jobs = openSqliteJobQueue(':memory:')
  added = []
  commits = 0
  queue = {
    ...jobs,
    async add(name, upTo, more) {
      added.push(...more)
      commits += 1
      await jobs.add(name, upTo, more)
    },
  }
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await queue.close()
  await log.close()
})

async function count(productId: string, hoursAgo = 0) {
  const { handle } = createCommandHandler(log, { now: () => new Date(NOW_MS - hoursAgo * HOUR_MS) })
  const metadata = { correlationId: 'test', causationId: `count ${productId}`, actor: { role: 'system' as const } }
  await handle(stockDecider, stockStream(productId), { type: 'Count', productId, available: 1 }, metadata)
}

const unexpected = (error: unknown): void => expect.unreachable(String(error))
const run = (from: EventReader = log, onError = unexpected, one = process) =>
  runProcesses([one], from, queue, stop.signal, { onError, now: () => NOW_MS })

test('a job waits until its due time, and a job that is already due runs at once', async () => {
  await count('old', 2)
  await count('young', 1)
  const running = run()
  await expect.poll(() => added).toHaveLength(2)
  expect(added.map(({ delayMs }) => delayMs)).toEqual([0, 0.5 * HOUR_MS])
  await count('new')
  await expect.poll(() => added).toHaveLength(3)
  stop.abort()
  await running
})

test('a delay begins when the job is queued, even if the clock that recorded the event is slow or fast', async () => {
  const command = { type: 'ReserveStock', checkoutId: 'c1' } as const
  const later: ProcessManager = { name: 'later@1', on: { StockCounted: () => [{ command, delayMs: 10_000 }] } }
  await count('slow', 0.1)
  await count('fast', -0.1)
  const running = run(log, unexpected, later)
  await expect.poll(() => added).toHaveLength(2)
  expect(added.map(({ delayMs }) => delayMs)).toEqual([10_000, 10_000])
  stop.abort()
  await running
})

test('a job of an event from while the clock was ahead waits at most from the event to its due time', async () => {
  await count('of tomorrow', -24)
  const running = run()
  await expect.poll(() => added).toHaveLength(1)
  expect(added.map(({ delayMs }) => delayMs)).toEqual([1.5 * HOUR_MS])
  stop.abort()
  await running
})

test('jobs of events that follow each other closely are committed together', async () => {
  const running = run()
  for (let n = 0; n < 10; n += 1) await count(`product ${n}`)
  await expect.poll(() => added).toHaveLength(10)
  expect(commits).toBeLessThan(10)
  stop.abort()
  await running
})

test('after a restart a process manager continues from its checkpoint', async () => {
  await count('first')
  const before = run()
  await expect.poll(() => added).toHaveLength(1)
  stop.abort()
  await before
  stop = new AbortController()
  await count('second')
  void run()
  await expect.poll(() => added).toHaveLength(2)
  expect(added.map(({ command }) => command)).toMatchObject([{ checkoutId: 'first' }, { checkoutId: 'second' }])
})

test('a queue that lost everything gets the same jobs again, with the same ids', async () => {
  await count('first')
  void run()
  await expect.poll(() => added).toHaveLength(1)
  stop.abort()
  const [before] = added
  queue = { ...openSqliteJobQueue(':memory:'), add: async (_name, _upTo, jobs) => void added.push(...jobs) }
  stop = new AbortController()
  void run()
  await expect.poll(() => added).toHaveLength(2)
  expect(added[1]?.id).toBe(before?.id)
})

test('a checkpoint is ignored if it is from another log or after the head of this log', async () => {
  await count('first')
  await queue.add(process.name, 'ffffffff.00000000000000000007', [])
  void run()
  await expect.poll(() => added).toHaveLength(1)
  expect(await queue.checkpoint(process.name)).toBe(await log.head())
})

test.each<[string, (head: string) => Promise<void>]>([
  ['it was never run, or all jobs were lost', async () => {}],
  ['its checkpoint is of another log', () => queue.add(process.name, 'ffffffff.00000000000000000007', [])],
  ['the log was restored to a backup', (head) => queue.add(process.name, head, [])],
])('a process manager that begins a day back begins there if %s', async (_, before) => {
  const late = { ...process, begins: 'a day back' } as const
  await count('long before', 25)
  await count('that day', 23)
  const head = await log.head()
  await before(head)
  let goesBack = (await queue.checkpoint(late.name)) === head
  const read: EventReader = {
    ...log,
    async *follow(after, signal) {
      if (!goesBack) return yield* log.follow(after, signal)
      goesBack = false
      throw new LogWentBack()
    },
  }
  void runProcesses([late], read, queue, stop.signal, { onError: () => {}, now: () => NOW_MS })
  await count('later')
  await expect
    .poll(() => added.map(({ command }) => command))
    .toMatchObject([{ checkoutId: 'that day' }, { checkoutId: 'later' }])
})

test('a process manager that begins a day back takes events that are never too late from the beginning', async () => {
  const late = { ...process, begins: 'a day back', neverTooLate: ['StockCounted'] } as const
  await count('old', 1000)
  const running = runProcesses([late], log, queue, stop.signal, { onError: unexpected, now: () => NOW_MS })
  await expect.poll(() => added).toHaveLength(1)
  stop.abort()
  await running
})

test('a process manager that begins a day back continues from its checkpoint, even from a very old checkpoint', async () => {
  const late = { ...process, begins: 'a day back' } as const
  await count('first', 50)
  await queue.add(late.name, await log.head(), [])
  await count('second', 40)
  void runProcesses([late], log, queue, stop.signal, { onError: () => {}, now: () => NOW_MS })
  await expect.poll(() => added.map(({ command }) => command)).toMatchObject([{ checkoutId: 'second' }])
})

test('after the log has failed, it is followed again and no event is lost', async () => {
  await count('first')
  let broken = 2
  const errors: unknown[] = []
  const shaky: EventReader = {
    ...log,
    async *follow(after, signal) {
      if (broken-- > 0) throw new Error('broken off')
      yield* log.follow(after, signal)
    },
  }
  void run(shaky, (error) => void errors.push(error))
  await expect.poll(() => added).toHaveLength(1)
  expect(errors).toHaveLength(2)
})

test('a process manager that throws at an event does not delay the others, and continues when the event succeeds', async () => {
  let isMended = false
  const asking: string[] = []
  const takes = (name: ProcessManager['name'], refuses: () => boolean): ProcessManager => ({
    name,
    on: {
      StockCounted: ({ data: { productId } }) => {
        if (productId === 'poisoned' && refuses()) throw new Error(`${name} cannot take it`)
        asking.push(`${name} ${productId}`)
        return [{ command: { type: 'ReleaseStock', checkoutId: productId } }]
      },
    },
  })
  const failing = takes('failing@1', () => !isMended)
  const errors: unknown[] = []
  const running = runProcesses(
    [takes('before@1', () => false), failing, takes('after@1', () => false)],
    log,
    queue,
    stop.signal,
    { onError: (error) => errors.push(error), now: () => NOW_MS },
  )
  for (const product of ['first', 'poisoned', 'last']) await count(product)
  const taken = (name: string) => asking.filter((line) => line.startsWith(name)).map((line) => line.split(' ')[1])
  for (const name of ['before@1', 'after@1'])
    await expect.poll(() => new Set(taken(name))).toEqual(new Set(['first', 'poisoned', 'last']))
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  expect(taken('failing@1')).not.toContain('last')
  const head = await log.head()
  for (const name of ['before@1', 'after@1']) await expect.poll(() => queue.checkpoint(name)).toBe(head)
  isMended = true
  await expect.poll(() => queue.checkpoint('failing@1')).toBe(head)
  expect(taken('failing@1')).toContain('last')
  stop.abort()
  await running
})
