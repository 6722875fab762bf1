import { expect, test } from 'vitest'
import { createLeases } from './copy-view.ts'
import type { CountedTail } from './recover-copy.ts'
import { createSegmentQueue, type Parts } from './segment-queue.ts'

const tailFrom = (first: number): CountedTail => ({
  tail: {
    file: `/nowhere/${first}`,
    first,
    append: async () => {},
    note() {},
    sum: () => ({ first, bytes: 0, sum: '' }),
    sync: async () => {},
    close: async () => {},
  },
  counts: { events: 10 },
})

/** A queue with too many waiting tails. Making its first segment ends only when it is interrupted, or when the test lets it fail. */
function slowQueue() {
  const made = Promise.withResolvers<never>()
  const failures: unknown[] = []
  const tails = Array.from({ length: 11 }, (_, n) => tailFrom(1 + 10 * n))
  const parts: Parts = { segments: [], tails }
  let begun = 0
  const queue = createSegmentQueue({
    parts,
    smallest: 10,
    writer: {
      ofLines: () => {
        begun += 1
        return made.promise
      },
      merged: () => made.promise,
      interrupt: () => made.reject(new Error('interrupted')),
    },
    leases: createLeases(),
    commit: async () => {},
    closeTail: async () => {},
    onFailure: (error) => failures.push(error),
  })
  queue.gatherNoMore()
  for (const tail of tails) queue.push(tail)
  return { queue, made, failures, begun: () => begun }
}

test('stopping interrupts the running work, starts no other work, and is not a failure', async () => {
  const { queue, failures, begun } = slowQueue()
  await expect.poll(begun).toBe(1)
  const waiting = queue.room()
  await queue.stop()
  await waiting
  await queue.done()
  expect(failures).toEqual([])
  expect(begun()).toBe(1)
})

test('a segment that cannot be made is reported at once', async () => {
  const { queue, made, failures } = slowQueue()
  made.reject(new Error('the disk is full'))
  await expect.poll(() => failures[0]).toEqual(new Error('the disk is full'))
  await expect(queue.room()).rejects.toThrow('the disk is full')
})

/** A queue that records the first and last event of each segment that it makes. */
function quickQueue(tails: readonly CountedTail[]) {
  const parts: Parts = { segments: [], tails }
  const made: string[] = []
  const segment = (first: number, last: number, how: string) => {
    made.push(`${how} ${first}-${last}`)
    return Promise.resolve({ folder: '/nowhere', first, last, counts: {} })
  }
  const queue = createSegmentQueue({
    parts,
    smallest: 10,
    writer: {
      ofLines: (some) => segment(some[0]!.tail.first, some.at(-1)!.tail.first + 9, 'lines'),
      merged: (some) => segment(some[0]!.first, some.at(-1)!.last, 'merged'),
      interrupt: () => {},
    },
    leases: { ...createLeases(), retire: async () => {} },
    commit: async () => {},
    closeTail: async () => {},
    onFailure: (error) => {
      throw error
    },
  })
  return { queue, parts, made }
}

test('before the queue has caught up, ten tails become one segment without a merge; later each tail becomes a segment', async () => {
  const tails = Array.from({ length: 22 }, (_, n) => tailFrom(1 + 10 * n))
  const { queue, parts, made } = quickQueue(tails)
  for (const tail of tails.slice(0, 21)) queue.push(tail)
  await queue.done()
  expect(made).toEqual(['lines 1-100', 'lines 101-200'])
  expect(parts.tails).toEqual(tails.slice(20))
  queue.gatherNoMore()
  queue.push(tails[21]!)
  await queue.done()
  expect(made.slice(2)).toEqual(['lines 201-210', 'lines 211-220'])
  expect(parts.tails).toEqual([])
})

test('gathered tails that follow some smallest segments become segments and are merged with them', async () => {
  const tails = Array.from({ length: 10 }, (_, n) => tailFrom(1 + 10 * n))
  const { queue, parts, made } = quickQueue(tails.slice(7))
  parts.segments = tails.slice(0, 7).map(({ tail }) => ({
    folder: '/nowhere',
    first: tail.first,
    last: tail.first + 9,
    counts: {},
  }))
  for (const tail of tails.slice(7)) queue.push(tail)
  await queue.done()
  expect(made).toEqual(['lines 71-80', 'lines 81-90', 'lines 91-100', 'merged 1-100'])
})
