import { beforeEach, expect, test } from 'vitest'
import { createPendingSpace } from './pending-space.ts'

let there: number
let counts: number
let nowMs: number
let take: ReturnType<typeof createPendingSpace>
beforeEach(() => {
  there = 0
  counts = 0
  nowMs = 0
  const count = async () => {
    counts += 1
    return there
  }
  take = createPendingSpace(count, 100, { now: () => nowMs })
})

test('what is there is counted once a second, however many pictures come', async () => {
  for (let n = 0; n < 50; n++) expect(await take(1)).toBe(true)
  expect(counts).toBe(1)
  nowMs = 1000
  expect(await take(1)).toBe(true)
  expect(counts).toBe(2)
})

test('what was taken since the last count is counted too, also by pictures that come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, () => take(1)))
  expect(answers.filter(Boolean)).toHaveLength(100)
})

test('what other processes have written or removed is seen at the next count', async () => {
  there = 100
  for (let n = 0; n < 50; n++) expect(await take(1)).toBe(false)
  expect(counts).toBe(1)
  there = 10
  nowMs = 1000
  expect(await take(90)).toBe(true)
  expect(await take(1)).toBe(false)
  expect(counts).toBe(2)
})

test('a count that fails is made again for the next picture', async () => {
  let fails = true
  take = createPendingSpace(async () => {
    if (fails) throw new Error('no folder')
    return 0
  }, 100)
  await expect(take(1)).rejects.toThrow('no folder')
  fails = false
  expect(await take(1)).toBe(true)
})
