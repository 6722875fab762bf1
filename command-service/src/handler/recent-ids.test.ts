import { expect, test } from 'vitest'
import {
  idsOfRecent,
  isRecentId,
  noRecentIds,
  type RecentIds,
  sizeOfRecentIds,
  valueOfRecentId,
  withRecentId,
} from './recent-ids.ts'

const MOST = 100

function after(count: number) {
  let ids: RecentIds<number> = noRecentIds()
  for (let n = 0; n < count; n++) ids = withRecentId(ids, MOST, `id ${n}`, n)
  return ids
}

test('the last ids are all known with their values, and only a few older ids are kept', () => {
  for (let count = 0; count < 5 * MOST; count++) {
    const ids = after(count)
    for (let n = Math.max(0, count - MOST); n < count; n++) {
      expect(isRecentId(ids, `id ${n}`)).toBe(true)
      expect(valueOfRecentId(ids, `id ${n}`)).toBe(n)
    }
    expect(isRecentId(ids, `id ${count}`)).toBe(false)
    expect(sizeOfRecentIds(ids)).toBeLessThanOrEqual(1.5 * MOST)
  }
})

test('an id that comes again has its newest value and is listed once', () => {
  for (const between of [0, 10, 60]) {
    let ids = withRecentId(noRecentIds<number>(), MOST, 'twice', 1)
    for (let n = 0; n < between; n++) ids = withRecentId(ids, MOST, `other ${n}`, n)
    ids = withRecentId(ids, MOST, 'twice', 2)
    expect(valueOfRecentId(ids, 'twice')).toBe(2)
    expect(idsOfRecent(ids).filter((id) => id === 'twice')).toHaveLength(1)
  }
})

test('adding an id leaves the earlier state as it was', () => {
  const before = after(60)
  const copy = structuredClone(before)
  withRecentId(before, MOST, 'new', 0)
  expect(before).toEqual(copy)
})
