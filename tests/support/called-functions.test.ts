import { expect, test } from 'vitest'
import { calledEachTime } from './called-functions.ts'

const calls = (counts: Record<string, number>) => new Map(Object.entries(counts))

test('functions count that are called each time, even if one time differs', () => {
  const times = [{ all: 1, most: 1, some: 1 }, { all: 1, most: 1 }, { all: 1 }, { all: 1, most: 1, some: 1 }].map(calls)
  expect(calledEachTime(times, calls({}))).toEqual(['all', 'most'])
})

test('functions do not count that the shop calls as often while it is idle', () => {
  const times = [
    { work: 1, both: 5, background: 2 },
    { work: 1, both: 4, background: 3 },
  ].map(calls)
  expect(calledEachTime(times, calls({ both: 4, background: 4 }))).toEqual(['work', 'both'])
})
