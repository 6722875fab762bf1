import { START } from '@shop/language/events/event'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteJobQueue } from '@shop/stores/job-queue/sqlite/sqlite-job-queue'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginAtHead, beginAtHeadOnceReached } from './begin-at-head.ts'
import type { ProcessManager } from './process-manager.ts'
import { append } from './spec.ts'

const process = (name: ProcessManager['name'], begins?: 'at the head'): ProcessManager => ({
  name,
  on: {},
  ...(begins && { begins }),
})
const both = [process('late@1', 'at the head'), process('all@1')]
const event = { type: 'NothingChanged', data: { command: 'x' } }

let log: ReturnType<typeof openSqliteEventStore>
let queue: ReturnType<typeof openSqliteJobQueue>
beforeEach(() => {
  log = openSqliteEventStore(':memory:')
  queue = openSqliteJobQueue(':memory:')
})
afterEach(async () => {
  await queue.close()
  await log.close()
})

test('one that begins at the head, in a log with a past, has read the past', async () => {
  const { position } = await append(log, 'a', event)
  await beginAtHead(both, log, queue)
  expect(await queue.checkpoint('late@1')).toBe(position)
  expect(await queue.checkpoint('all@1')).toBe(START)
})

test('in a new shop nothing is missed', async () => {
  await beginAtHead(both, log, queue)
  await append(log, 'a', event)
  expect(await queue.checkpoint('late@1')).toBe(START)
})

test('one that has begun goes on where it was', async () => {
  const { position } = await append(log, 'a', event)
  await beginAtHead(both, log, queue)
  await append(log, 'b', event)
  await beginAtHead(both, log, queue)
  expect(await queue.checkpoint('late@1')).toBe(position)
})

test('after another log was put in its place it begins at that one’s head', async () => {
  await queue.add('late@1', 'of another log', [])
  const { position } = await append(log, 'a', event)
  await beginAtHead(both, { ...log, has: async () => false }, queue)
  expect(await queue.checkpoint('late@1')).toBe(position)
})

test('one that another process has is left to it', async () => {
  await append(log, 'a', event)
  await beginAtHead(both, log, { ...queue, lease: async () => undefined })
  expect(await queue.checkpoint('late@1')).toBe(START)
})

test('it is tried again while the queue cannot be reached, and no longer than it is asked to', async () => {
  const { position } = await append(log, 'a', event)
  const told: string[] = []
  let times = 0
  const away = async () => {
    throw new Error('away')
  }
  const back = { ...queue, lease: (name: string) => (times++ < 2 ? away() : queue.lease(name)) }
  const onError = (error: unknown) => void told.push(String(error))
  await beginAtHeadOnceReached(both, log, back, new AbortController().signal, onError)
  expect(await queue.checkpoint('late@1')).toBe(position)
  expect(told).toEqual(['Error: away', 'Error: away'])

  const stop = new AbortController()
  const asked = beginAtHeadOnceReached(both, log, { ...queue, lease: away }, stop.signal, () => stop.abort())
  await expect(asked).resolves.toBeUndefined()
})
