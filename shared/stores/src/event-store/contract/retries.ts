import { randomUUID } from 'node:crypto'
import type { NewEvent } from '@shop/language/events/event'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Appended, type EventStore, VersionConflict } from '../event-store.ts'
import { newEvent, newEvents, newStream, type Opened, versionsOf } from './log-under-test.ts'

/** When an answer is lost, the caller repeats the append with the same ids. */
export function retryContract(opened: Opened) {
  describe('a retry', () => {
    let stream: string
    beforeEach(() => {
      stream = newStream()
    })
    const stored = () => Array.fromAsync(opened.store.readStream(stream))

    test('returns the first answer and stores nothing, even after later appends', async () => {
      const [first, second] = [newEvents(2), newEvents(1)]
      const answer = await opened.store.append(stream, -1, first)
      const later = await opened.store.append(stream, 1, second)
      expect(await opened.store.append(stream, -1, first)).toEqual(answer)
      expect(await opened.store.append(stream, 1, second)).toEqual(later)
      expect(await stored()).toHaveLength(3)
    })

    test('during the first attempt counts as the same append', async () => {
      const events = newEvents(2)
      const answers = await Promise.all([1, 2, 3].map(() => opened.store.append(stream, -1, events)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(await stored()).toHaveLength(2)
    })

    test('with other data under the same ids keeps the data that was stored first', async () => {
      const event = newEvent(1)
      await opened.store.append(stream, -1, [event])
      await opened.store.append(stream, -1, [newEvent(9, event.id)])
      expect(await stored()).toEqual([expect.objectContaining({ data: event.data })])
    })

    test('with a new event after the old events is a conflict', async () => {
      const events = newEvents(2)
      await opened.store.append(stream, -1, events)
      await expect(opened.store.append(stream, -1, [...events, newEvent()])).rejects.toThrow(VersionConflict)
      await expect(opened.store.append(stream, -1, [events[0]!, newEvent()])).rejects.toThrow(VersionConflict)
    })

    test('at another version is a conflict', async () => {
      const events = newEvents(2)
      await opened.store.append(stream, -1, events)
      await opened.store.append(stream, 1, newEvents(2))
      for (const version of [0, 1, 9])
        await expect(opened.store.append(stream, version, events)).rejects.toThrow(VersionConflict)
      expect(await stored()).toHaveLength(4)
    })

    test('is recognized after the store was reopened', async () => {
      const [first, second] = [newEvents(2), newEvents(1)]
      const answer = await opened.store.append(stream, -1, first)
      await opened.store.append(stream, 1, second)
      await opened.store.close()
      opened.store = await opened.storage.open()
      expect(await opened.store.append(stream, -1, first)).toEqual(answer)
      expect(versionsOf(await stored())).toEqual([0, 1, 2])
      expect((await opened.store.append(stream, 2, newEvents(1))).version).toBe(3)
    })
  })

  retryHistories(opened)
}

/** `which` selects an accepted append. */
type Act =
  | { kind: 'append'; count: number }
  | { kind: 'append at a wrong version'; count: number; by: number }
  | { kind: 'race'; writers: number }
  | { kind: 'retry'; which: number; copies: number }
  | { kind: 'retry with more'; which: number }
  | { kind: 'retry with another last event'; which: number }
  | { kind: 'retry elsewhere'; which: number; by: number }

const which = fc.nat({ max: 20 })
const count = fc.integer({ min: 1, max: 3 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('append'), count }) },
  fc.record({ kind: fc.constant('append at a wrong version'), count, by: fc.constantFrom(-2, -1, 1, 2) }),
  fc.record({ kind: fc.constant('race'), writers: fc.integer({ min: 2, max: 4 }) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('retry'), which, copies: count }) },
  fc.record({ kind: fc.constant('retry with more'), which }),
  fc.record({ kind: fc.constant('retry with another last event'), which }),
  fc.record({ kind: fc.constant('retry elsewhere'), which, by: fc.constantFrom(-2, -1, 1, 2) }),
)
const history = fc.array(act, { minLength: 1, maxLength: 12 })

const RUNS = 100
const STREAMS_AT_ONCE = 10

/** Runs a thousand random histories. Each stream must then have exactly the ids of the accepted appends (reliability R4). */
function retryHistories(opened: Opened) {
  test('in any history of appends, races and retries each append happens once', async () => {
    const histories = fc.array(history, { minLength: STREAMS_AT_ONCE, maxLength: STREAMS_AT_ONCE })
    const property = fc.asyncProperty(histories, async (all) => {
      await Promise.all(all.map((acts) => runHistory(opened.store, acts)))
    })
    await fc.assert(property, { numRuns: RUNS })
  })
}

type Accepted = { expectedVersion: number; events: readonly NewEvent[]; answer: Appended }

async function runHistory(store: EventStore, acts: readonly Act[]) {
  const stream = newStream()
  const accepted: Accepted[] = []
  const head = () => accepted.at(-1)?.answer.version ?? -1
  const refused = (expectedVersion: number, events: readonly NewEvent[]) =>
    expect(store.append(stream, expectedVersion, events)).rejects.toThrow(VersionConflict)

  for (const one of acts) {
    if (one.kind === 'append') await append(newEvents(one.count))
    else if (one.kind === 'append at a wrong version') {
      if (head() + one.by >= -1) await refused(head() + one.by, newEvents(one.count))
    } else if (one.kind === 'race') await race(one.writers)
    else if (accepted.length > 0) await again(one, accepted[one.which % accepted.length]!)
  }
  const ids = (await Array.fromAsync(store.readStream(stream))).map(({ id }) => id)
  expect(ids).toEqual(accepted.flatMap(({ events }) => events.map(({ id }) => id)))

  async function append(events: readonly NewEvent[]) {
    const expectedVersion = head()
    const answer = await store.append(stream, expectedVersion, events)
    expect(answer.version).toBe(expectedVersion + events.length)
    accepted.push({ expectedVersion, events, answer })
  }

  async function race(writers: number) {
    const expectedVersion = head()
    const tries = Array.from({ length: writers }, () => newEvents(1))
    const answers = await Promise.allSettled(tries.map((events) => store.append(stream, expectedVersion, events)))
    const won = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? [{ expectedVersion, events: tries[index]!, answer: answer.value }] : [],
    )
    expect(won).toHaveLength(1)
    accepted.push(...won)
  }

  async function again(one: Extract<Act, { which: number }>, { expectedVersion, events, answer }: Accepted) {
    if (one.kind === 'retry') {
      const copies = Array.from({ length: one.copies }, () => store.append(stream, expectedVersion, events))
      for (const copy of await Promise.all(copies)) expect(copy).toEqual(answer)
    } else if (one.kind === 'retry with more') await refused(expectedVersion, [...events, ...newEvents(1)])
    else if (one.kind === 'retry with another last event')
      await refused(expectedVersion, [...events.slice(0, -1), { ...events.at(-1)!, id: randomUUID() }])
    else {
      // Not tried at the stream's current version, because KurrentDB accepts the same ids there as a new append.
      const version = expectedVersion + one.by
      if (version >= -1 && version !== head()) await refused(version, events)
    }
  }
}
