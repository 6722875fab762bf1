import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { keepLease, type Lease } from './lease.ts'

const LASTS_MS = 90
let lease: Lease | undefined
afterEach(() => lease?.release())
const giveBack = vi.fn(async () => {})

test('a renewed lease is kept', async () => {
  const renew = vi.fn(async () => true)
  lease = keepLease(renew, giveBack, LASTS_MS)
  // A lease is renewed three times in the time that it lasts.
  await expect.poll(() => renew.mock.calls.length).toBeGreaterThan(6)
  expect(lease.lost.aborted).toBe(false)
})

test('a lease that another worker has taken is lost at once', async () => {
  const renew = vi.fn(async () => false)
  lease = keepLease(renew, giveBack, LASTS_MS)
  await expect.poll(() => lease?.lost.aborted).toBe(true)
  expect(renew).toHaveBeenCalledTimes(1)
})

test.each([
  ['fails', () => Promise.reject(new Error('away'))],
  ['hangs', () => new Promise<never>(() => {})],
])('if the server %s, a lease is kept until it expires and not longer', async (_, renew) => {
  const start = performance.now()
  lease = keepLease(renew, giveBack, LASTS_MS)
  await expect.poll(() => lease?.lost.aborted).toBe(true)
  expect(performance.now() - start).toBeGreaterThanOrEqual(LASTS_MS - 10)
})

test('a released lease is not renewed, and is released only once', async () => {
  const renew = vi.fn(async () => true)
  giveBack.mockClear()
  lease = keepLease(renew, giveBack, LASTS_MS)
  await lease.release()
  await lease.release()
  await sleep(LASTS_MS)
  expect(giveBack).toHaveBeenCalledTimes(1)
  expect(renew).not.toHaveBeenCalled()
})

test('a lease is listed only while it is held, not after it is lost or released', async () => {
  const kept = new Set<Lease>()
  let isOurs = true
  const lost = keepLease(async () => isOurs, giveBack, LASTS_MS, kept)
  const released = keepLease(async () => true, giveBack, LASTS_MS, kept)
  expect(kept.size).toBe(2)
  await released.release()
  expect([...kept]).toEqual([lost])
  isOurs = false
  await expect.poll(() => lost.lost.aborted).toBe(true)
  expect(kept.size).toBe(0)
})
