import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as realPause } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { steadyClock } from '../../followed-clock.ts'
import { jobQueueContract } from '../contract/job-queue-contract.ts'
import type { Job } from '../job-queue.ts'
import { openSqliteJobQueue } from './sqlite-job-queue.ts'

/** A very long time between two looks for jobs of other processes, so that only the test's clock makes jobs due. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-jobs-'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

jobQueueContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-jobs-'))
  return {
    open: () => openSqliteJobQueue(join(folder, 'jobs.db')),
    remove: async () => rmSync(folder, { recursive: true }),
  }
})

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const expiry = (delayMs: number): Job => ({
  id: 'expiry',
  command: { type: 'ExpireGuestCart', guestId: 'guest_1' },
  delayMs,
})

test('a job can wait for ninety days, longer than any timer', async () => {
  vi.useFakeTimers()
  const queue = openSqliteJobQueue(':memory:', { lookEveryMs: LONGEST_TIMER_MS })
  const stop = new AbortController()
  const handle = vi.fn(async () => undefined)
  const working = queue.work(handle, stop.signal)
  await queue.add('guests@1', '1', [expiry(90 * DAY_MS)])
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(90 * DAY_MS - 1)
  expect(handle).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(handle).toHaveBeenCalledTimes(1)
  stop.abort()
  await working
  await queue.close()
})

test('a failing job is retried after 1, 2, 4 … seconds, up to five minutes', async () => {
  vi.useFakeTimers()
  const queue = openSqliteJobQueue(join(folder, 'jobs.db'), { lookEveryMs: LONGEST_TIMER_MS })
  const stop = new AbortController()
  const times: number[] = []
  const working = queue.work(async () => {
    times.push(Date.now())
    throw new Error('still away')
  }, stop.signal)
  await queue.add('guests@1', '1', [expiry(0)])
  await vi.advanceTimersByTimeAsync(30 * 60 * 1000)
  const pauses = times.slice(1).map((time, index) => (time - times[index]!) / 1000)
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, ...pauses.slice(12)])
  expect(pauses.slice(12).every((pause) => pause === 300)).toBe(true)
  stop.abort()
  await working
  await queue.close()
})

test('a job that was running at a crash is run again', async () => {
  const file = join(folder, 'jobs.db')
  const crashed = openSqliteJobQueue(file)
  await crashed.add('guests@1', '1', [expiry(0)])
  const stop = new AbortController()
  const never = crashed.work(() => new Promise(() => {}), stop.signal)
  await realPause(10)
  const reopened = openSqliteJobQueue(file)
  const stopped = new AbortController()
  const again = vi.fn(async () => void stopped.abort())
  await reopened.work(again, stopped.signal)
  expect(again).toHaveBeenCalledWith({ id: 'expiry', command: { type: 'ExpireGuestCart', guestId: 'guest_1' } })
  await reopened.close()
  expect(await Promise.race([never, 'unanswered'])).toBe('unanswered')
  await crashed.close()
})

test('the injected clock decides what is due', async () => {
  let time = 1_000
  const queue = openSqliteJobQueue(join(folder, 'jobs.db'), { now: () => time })
  await queue.add('guests@1', '1', [expiry(DAY_MS)])
  time += DAY_MS
  const stop = new AbortController()
  await queue.work(async () => void stop.abort(), stop.signal)
  await queue.close()
})

test('setting the wall clock makes no job early or late, and a job without a delay is due by every clock', async () => {
  let wallMs = Date.parse('2026-01-01T10:00:00Z')
  let passedMs = 0
  const now = steadyClock({ wallMs: () => wallMs, monotonicMs: () => passedMs })
  const queue = openSqliteJobQueue(join(folder, 'jobs.db'), { now, lookEveryMs: 5 })
  const stop = new AbortController()
  const handled: string[] = []
  const working = queue.work(async ({ id }) => void handled.push(id), stop.signal)
  const named = (id: string, delayMs: number) => ({ ...expiry(delayMs), id })
  await queue.put([named('one', HOUR_MS / 2)])
  wallMs += HOUR_MS
  const ofAnOperator = openSqliteJobQueue(join(folder, 'jobs.db'), { now: () => wallMs })
  await ofAnOperator.put([named('an operator’s', 0)])
  await expect.poll(() => handled).toEqual(['an operator’s'])
  passedMs += HOUR_MS / 2
  await expect.poll(() => handled).toEqual(['an operator’s', 'one'])
  await queue.put([named('two', HOUR_MS / 2)])
  wallMs -= 2 * HOUR_MS
  passedMs += HOUR_MS / 2 - 1
  await realPause(50)
  expect(handled).toHaveLength(2)
  passedMs += 1
  await expect.poll(() => handled).toHaveLength(3)
  stop.abort()
  await working
  await ofAnOperator.close()
  await queue.close()
})

test('a job that was delayed while the clock was ahead waits at most its delay after a restart', async () => {
  const file = join(folder, 'jobs.db')
  const realMs = Date.parse('2026-01-01T10:00:00Z')
  let nowMs = realMs + DAY_MS
  const named = (id: string, delayMs: number) => ({ ...expiry(delayMs), id })
  const ahead = openSqliteJobQueue(file, { now: () => nowMs })
  await ahead.put([named('delayed', HOUR_MS), named('again', 0), named('failed', 0)])
  const stopped = new AbortController()
  await ahead.work(async ({ id }) => {
    if (id === 'failed') throw new Error('still away')
    stopped.abort()
    return { againInMs: HOUR_MS / 2 }
  }, stopped.signal)
  await ahead.close()

  nowMs = realMs
  const queue = openSqliteJobQueue(file, { now: () => nowMs, lookEveryMs: 5 })
  await queue.put([named('new', 2 * HOUR_MS)])
  const stop = new AbortController()
  const handled: string[] = []
  const working = queue.work(async ({ id }) => void handled.push(id), stop.signal)
  for (const [ms, ids] of [
    [1_000, ['failed']],
    [HOUR_MS / 2, ['failed', 'again']],
    [HOUR_MS, ['failed', 'again', 'delayed']],
    [2 * HOUR_MS, ['failed', 'again', 'delayed', 'new']],
  ] as const) {
    nowMs = realMs + ms - 1
    await realPause(20)
    expect(handled).toEqual(ids.slice(0, -1))
    nowMs += 1
    await expect.poll(() => handled).toEqual(ids)
  }
  stop.abort()
  await working
  await queue.close()
})

test('the file of an earlier release, which has no delays, is used', async () => {
  const file = join(folder, 'jobs.db')
  const queue = openSqliteJobQueue(file)
  await queue.add('guests@1', '7', [expiry(0)])
  await queue.close()
  const db = new DatabaseSync(file)
  db.exec('ALTER TABLE jobs DROP COLUMN delay')
  db.close()
  const again = openSqliteJobQueue(file)
  const stop = new AbortController()
  await again.work(async () => void stop.abort(), stop.signal)
  expect(await again.checkpoint('guests@1')).toBe('7')
  await again.close()
})

test("work throws when a job's result cannot be stored", async () => {
  const queue = openSqliteJobQueue(join(folder, 'jobs.db'))
  await queue.add('guests@1', '1', [expiry(0)])
  await expect(queue.work(() => queue.close().then(() => undefined), new AbortController().signal)).rejects.toThrow()
})

test('a job that another process has put is handled within about a second', async () => {
  const queue = openSqliteJobQueue(join(folder, 'jobs.db'))
  const stop = new AbortController()
  const handled = vi.fn(async () => void stop.abort())
  const working = queue.work(handled, stop.signal)
  const command = openSqliteJobQueue(join(folder, 'jobs.db'))
  await command.put([{ id: 'erase-ada', command: { type: 'EraseAccount', accountId: 'ada' } }])
  await command.close()
  await working
  expect(handled).toHaveBeenCalledTimes(1)
  await queue.close()
})

test.each([
  ['its header', 0, 100],
  ['a page in its middle', 8_192, 3_000],
])('a file with damage in %s is replaced by a new file, and one line is logged', async (_, from, length) => {
  const file = join(folder, 'jobs.db')
  const queue = openSqliteJobQueue(file)
  await queue.add('guests@1', '7', [expiry(0)])
  await queue.close()
  writeFileSync(file, readFileSync(file).fill(0x55, from, from + length))
  const again = openSqliteJobQueue(file)
  expect(process.stderr.write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"file":"jobs.db"'))
  expect(await again.checkpoint('guests@1')).toBe(START)
  await again.close()
})

test('if a job cannot be read, all jobs, checkpoints and leases are lost', async () => {
  const file = join(folder, 'jobs.db')
  const queue = openSqliteJobQueue(file)
  const lease = await queue.lease('guests@1')
  await queue.checkpoint('guests@1')
  await queue.add('guests@1', '7', [expiry(0)])
  const db = new DatabaseSync(file)
  db.exec(`UPDATE jobs SET command = '{"type":"ExpireGuest'`)
  db.close()
  const stop = new AbortController()
  const handled: string[] = []
  const working = queue.work(async ({ id }) => void handled.push(id), stop.signal)
  await expect.poll(() => lease?.lost.aborted).toBe(true)
  await expect(queue.add('guests@1', '8', [expiry(0)])).rejects.toThrow('were lost')
  expect(await queue.checkpoint('guests@1')).toBe(START)
  await queue.add('guests@1', '8', [expiry(0)])
  await expect.poll(() => handled).toEqual(['expiry'])
  expect((await queue.lease('guests@1'))?.lost.aborted).toBe(false)
  stop.abort()
  await working
  await queue.close()
})
