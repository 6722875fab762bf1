import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { witnessHead } from './witness-head.ts'

const HEAD = 'The head of the log'
let log: EventStore
let logged: unknown[]
beforeEach(() => {
  log = openSqliteEventStore(':memory:')
  logged = []
  // Other lines of this process are ignored.
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    if (String(line).includes(HEAD)) logged.push(JSON.parse(String(line)))
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await log.close()
})
const line = async () => ({ message: HEAD, ...(await log.chainHead()) })

test('the head of the log is logged at the start, after each interval, and at the end', async () => {
  const stop = new AbortController()
  const first = await line()
  const witnessing = witnessHead(log, stop.signal, 20)
  await log.append('cart-a', -1, newEvents(2))
  await expect.poll(() => logged.length).toBe(2)
  expect(logged).toMatchObject([first, await line()])
  await log.append('cart-b', -1, newEvents(1))
  stop.abort()
  await witnessing
  expect(logged.at(-1)).toMatchObject(await line())
})

test('a head that does not change is logged once, and a log without a chain has no head to log', async () => {
  const stop = AbortSignal.timeout(100)
  await witnessHead(log, stop, 10)
  expect(logged).toHaveLength(1)
  await witnessHead({ ...log, chainHead: async () => undefined }, new AbortController().signal)
  expect(logged).toHaveLength(1)
})
