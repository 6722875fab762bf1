import type { TailMessage } from '@shop/language/analysis/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTail } from './tail.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const row = (event: number, more: object = {}) => ({
  line: JSON.stringify({
    event,
    type: 'OrderPlaced',
    stream: 'order-1',
    actorRole: 'customer',
    actor: 'p_a',
    ...more,
    data: { a: 1 },
  }),
})
const rows = (first: number, last: number, more: object = {}) =>
  Array.from({ length: last - first + 1 }, (_, index) => row(first + index, more))

function heard(tail: ReturnType<typeof createTail>, filter: Parameters<typeof tail.listen>[0] = {}) {
  const texts: string[] = []
  const stop = tail.listen(filter, (text) => texts.push(text))
  const messages = () => texts.map((text) => JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as TailMessage)
  return { texts, messages, stop, numbers: () => messages().map(({ events }) => events.map(({ event }) => event)) }
}
const pass = () => vi.advanceTimersByTimeAsync(500)

test('the first event after a pause is sent at once, and events shortly after it are sent together', async () => {
  const tail = createTail()
  const all = heard(tail)
  tail.add(rows(7, 7))
  expect(all.numbers()).toEqual([[7]])
  tail.add(rows(8, 9))
  tail.add(rows(10, 10))
  expect(all.numbers()).toEqual([[7]])
  await pass()
  expect(all.numbers()).toEqual([[7], [10, 9, 8]])
  tail.add(rows(11, 11))
  await pass()
  await pass()
  tail.add(rows(12, 12))
  expect(all.numbers()).toEqual([[7], [10, 9, 8], [11], [12]])
})

test('no event waits longer than half a second, at any rate of events', async () => {
  const tail = createTail()
  const addedAt = new Map<number, number>()
  const waitsMs: number[] = []
  tail.listen({}, (text) => {
    const { events } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as TailMessage
    for (const { event } of events) waitsMs.push(Date.now() - addedAt.get(event)!)
  })
  for (let event = 1; event <= 100; event++) {
    addedAt.set(event, Date.now())
    tail.add(rows(event, event))
    await vi.advanceTimersByTimeAsync((event * 37) % 700)
  }
  await pass()
  expect(waitsMs).toHaveLength(100)
  expect(Math.max(...waitsMs)).toBeLessThanOrEqual(500)
  expect(Math.min(...waitsMs)).toBe(0)
})

test('events are sent newest first and without their data, with the number of the newest event', () => {
  const tail = createTail()
  const all = heard(tail)
  tail.add(rows(7, 9))
  expect(all.numbers()).toEqual([[9, 8, 7]])
  expect(all.texts[0]).toMatch(/^id: 9\n/)
  expect(all.texts[0]).not.toContain('"a":1')
  expect(all.messages()[0]?.more).toBe(false)
})

test('an event is read once and a message is made once, even for many listeners', () => {
  const tail = createTail()
  const all = Array.from({ length: 100 }, () => heard(tail))
  const [added, read, made] = [rows(7, 7), vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')]
  tail.add(added)
  expect([read.mock.calls.length, made.mock.calls.length]).toEqual([1, 1])
  expect(all.map(({ texts }) => texts.length)).toEqual(Array(100).fill(1))
})

test('a listener gets only the events of its filter, by type, stream, actor, role or request', () => {
  const tail = createTail()
  const filters = [
    { type: 'Other' },
    { stream: 'order-2' },
    { actor: 'system' },
    { actor: 'p_b' },
    { correlation: 'p_r' },
  ]
  const each = filters.map((filter) => heard(tail, filter))
  tail.add([
    row(1, { type: 'Other' }),
    row(2, { stream: 'order-2' }),
    row(3, { actorRole: 'system', actor: null }),
    row(4, { actor: 'p_b' }),
    row(5, { correlation: 'p_r' }),
    row(6),
  ])
  expect(each.map(({ numbers }) => numbers())).toEqual([[[1]], [[2]], [[3]], [[4]], [[5]]])
})

test('at most twenty events are sent, with a mark if there are more, or if not all events could be checked', async () => {
  const tail = createTail({ mostGathered: 30 })
  const [all, none] = [heard(tail), heard(tail, { type: 'Other' })]
  tail.add(rows(1, 25))
  expect(all.messages().map(({ events, more }) => [events.length, events[0]?.event, more])).toEqual([[20, 25, true]])
  expect(none.texts).toEqual([])
  tail.add(rows(26, 99))
  await pass()
  expect(none.messages()).toEqual([{ events: [], more: true }])
})

test('nothing is kept or sent when there are no more listeners', async () => {
  const tail = createTail()
  const [one, other] = [heard(tail), heard(tail)]
  one.stop()
  tail.add(rows(1, 1))
  tail.add(rows(2, 2))
  other.stop()
  await pass()
  expect([one.texts, other.numbers()]).toEqual([[], [[1]]])
  tail.add(rows(3, 3))
  const late = heard(tail)
  await pass()
  expect(late.texts).toEqual([])
})
