import { afterEach, expect, test, vi } from 'vitest'
import { openReadModels } from './read-models-file.ts'

afterEach(() => vi.useRealTimers())

test('cleaning is retried later when the disk is full', () => {
  vi.useFakeTimers()
  const db = openReadModels(':memory:')
  const exec = vi.spyOn(db, 'exec').mockImplementation(() => {
    throw new Error('database or disk is full')
  })
  vi.advanceTimersByTime(60_000)
  expect(exec).toHaveBeenCalledTimes(2)
  db.close()
})
