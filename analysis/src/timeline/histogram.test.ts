import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createHistogram } from './histogram.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
afterAll(async () => {
  await store.close()
  place.remove()
})

const shown = (filter: Parameters<ReturnType<typeof createHistogram>>[0] = {}) =>
  copying(store, place.folder, async (copy) => {
    await copy.settled()
    return await createHistogram(copy)(filter)
  })

test('an empty log has no bars', async () => {
  expect(await shown()).toMatchObject({ first: null, bars: [] })
  expect(await shown({ type: 'OrderPlaced' })).toMatchObject({ first: null, bars: [] })
})

test('bars count all events, or the events of a filter, at the minute at which they were recorded', async () => {
  const events = await someEvents(147, 1)
  await appendAll(store, events)
  const minuteOf = (recordedAt: string) => `${recordedAt.slice(0, 16)}:00.000Z`
  const counted = (of: typeof events) => {
    const counts = new Map<string, number>()
    for (const { metadata } of of) {
      const at = minuteOf(metadata.recordedAt)
      counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    return [...counts].map(([at, events]) => ({ at, events, inRange: events }))
  }
  expect(await shown()).toMatchObject({ asOf: { event: 147 }, stepMs: 60_000, bars: counted(events) })
  const { type } = events[0]!
  const ofType = counted(events.filter((event) => event.type === type))
  expect((await shown({ type })).bars).toEqual(ofType)
  expect((await shown({ type, actor: 'customer' })).bars).toEqual(ofType)
  expect((await shown({ type, actor: 'system' })).bars).toEqual([])
  expect((await shown({ type: 'NoSuch' })).bars).toEqual([])
})

test('the events of a range are counted by type', async () => {
  const { types } = await shown({ after: 10, asOf: 100 })
  expect(types.reduce((sum, { events }) => sum + events, 0)).toBe(90)
  expect(types).toEqual(types.toSorted((one, other) => other.events - one.events || (one.type < other.type ? -1 : 1)))
  const [most] = types
  expect((await shown({ after: 10, asOf: 100, type: most!.type })).types).toEqual([most])
  expect((await shown({ after: 100, asOf: 10 })).types).toEqual([])
})

test('the events of each bar that are in the range add up to those of the range, also in bars that the range cuts', async () => {
  for (const filter of [{}, { actor: 'system' }, { actor: 'customer' }]) {
    const { bars, types } = await shown({ ...filter, after: 10, asOf: 100 })
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
    expect(sum(bars.map(({ inRange }) => inRange))).toBe(sum(types.map(({ events }) => events)))
    expect(bars.every(({ events, inRange }) => inRange <= events)).toBe(true)
    const whole = await shown(filter)
    expect(bars.map(({ at, events }) => ({ at, events, inRange: events }))).toEqual(whole.bars)
  }
})
