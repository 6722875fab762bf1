import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { newFolder } from '../../test-support/copied-shop.ts'
import { TAKEN_WITHIN_MS } from '../limits.ts'
import { openTakenExports } from './taken-exports.ts'

const place = newFolder()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  place.remove()
})

test('a record that cannot be written is logged, and nothing fails', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  using taken = openTakenExports(place.folder)
  rmSync(place.folder, { recursive: true })
  await expect(taken.add('one')).resolves.toBeUndefined()
  expect(taken.has('one')).toBe(false)
  expect(stderr.mock.calls.join()).toContain('this could not be recorded')
})

test('every hour, records older than a day are removed, until the room closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  {
    using taken = openTakenExports(place.folder)
    await taken.add('new')
    writeFileSync(join(place.folder, 'old'), '')
    const then = new Date(Date.now() - TAKEN_WITHIN_MS - 1000)
    utimesSync(join(place.folder, 'old'), then, then)
    vi.advanceTimersByTime(3_600_000)
    await expect.poll(() => readdirSync(place.folder)).toEqual(['new'])
  }
  expect(vi.getTimerCount()).toBe(0)
})
