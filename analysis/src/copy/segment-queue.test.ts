import { expect, test } from 'vitest'
import { createLeases } from './copy-view.ts'
import type { CountedTail } from './recover-copy.ts'
import { createSegmentQueue, type Parts } from './segment-queue.ts'

const tailFrom = (first: number): CountedTail => ({
  tail: { file: `/nowhere/${first}`, first, append: async () => {}, sync: async () => {}, close: async () => {} },
  counts: { events: 10 },
})

/** A queue of two tails whose first segment takes until it is interrupted, or fails when the test says so. */
function slowQueue() {
  const made = Promise.withResolvers<never>()
  const failures: unknown[] = []
  const tails = [tailFrom(1), tailFrom(11), tailFrom(21)]
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
  for (const tail of tails) queue.push(tail)
  return { queue, made, failures, begun: () => begun }
}

test('stopping interrupts what is being made, begins nothing more, and is no failure', async () => {
  const { queue, failures, begun } = slowQueue()
  await expect.poll(begun).toBe(1)
  const waiting = queue.room()
  await queue.stop()
  await waiting
  await queue.done()
  expect(failures).toEqual([])
  expect(begun()).toBe(1)
})

test('the first segment that cannot be made is told at once', async () => {
  const { queue, made, failures } = slowQueue()
  made.reject(new Error('the disk is full'))
  await expect.poll(() => failures[0]).toEqual(new Error('the disk is full'))
  await expect(queue.room()).rejects.toThrow('the disk is full')
})
