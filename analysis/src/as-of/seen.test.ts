import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { listEvents } from '../events/list-events.ts'
import { seenAsOf } from './seen.ts'

const START = Date.parse('2026-03-01T10:00:00.000Z')
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()
/** The seconds at which the events are recorded. Some are equal, and some are earlier than the second of the event before. */
const clock = fc
  .sample(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 33, maxLength: 33 }), {
    numRuns: 1,
    seed: 3,
  })[0]!
  .map((seconds, index) => seconds + Math.floor(index / 3))

const place = newFolder()
const store = openSqliteEventStore(':memory:')
beforeAll(async () => {
  const events = await someEvents(clock.length, 1)
  await appendAll(
    store,
    events.map((event, index) => ({ ...event, metadata: { ...event.metadata, recordedAt: at(clock[index]!) } })),
  )
})
afterAll(async () => {
  await store.close()
  place.remove()
})

/** The number of events before the first event that was recorded after the moment, found by checking event by event. */
const prefixUntil = (seconds: number) => {
  const later = clock.findIndex((recorded) => recorded > seconds)
  return later === -1 ? clock.length : later
}

test('as of a moment, the log ends before the first event that was recorded after that moment', async () => {
  await copying(store, place.folder, async (copy) => {
    using view = copy.view()
    const lengths = new Set<number>()
    for (let seconds = -1; seconds <= 24; seconds++) {
      const seen = await seenAsOf(view, at(seconds))
      expect(seen, `${seconds}`).toEqual({ event: prefixUntil(seconds), moment: at(seconds) })
      const [newest] = await copy.reading((connection) => listEvents(connection, view, { asOf: at(seconds), limit: 1 }))
      expect(newest?.event ?? 0).toBe(prefixUntil(seconds))
      lengths.add(seen.event)
    }
    expect(lengths.size).toBeGreaterThan(5)
  })
})

test('as of an event, now is the latest time at which that event or an earlier event was recorded', async () => {
  await copying(store, place.folder, async (copy) => {
    using view = copy.view()
    const seen = (asOf?: number) => seenAsOf(view, asOf)
    for (const event of [1, 7, 20, 33])
      expect(await seen(event)).toEqual({ event, moment: at(Math.max(...clock.slice(0, event))) })
    expect(await seen()).toEqual(await seen(33))
    expect(await seen(0)).toEqual({ event: 0, moment: '1970-01-01T00:00:00.000Z' })
  })
})

test('an event or a moment after all events is refused', async () => {
  await copying(store, place.folder, async (copy) => {
    using view = copy.view()
    await expect(seenAsOf(view, 34)).rejects.toThrow('The analysis has no event 34 yet. Choose an event from 1 to 33')
    await expect(seenAsOf(view, '2999-01-01T00:00:00.000Z')).rejects.toThrow('This time has not come yet')
  })
})
