import { beforeEach, describe, expect, test } from 'vitest'
import { VersionConflict } from '../event-store.ts'
import { retryHistories } from './histories.ts'
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
