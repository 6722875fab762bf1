import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openShopClock, watchSlowClock } from './shop-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BEGAN = Date.parse('2026-01-31T10:00:00Z')

let wallMs: number
let passedMs: number
let said: string[]
let opening: AsyncDisposableStack
beforeEach(() => {
  vi.useFakeTimers()
  ;[wallMs, passedMs, said] = [BEGAN, 0, []]
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line)) > 0)
  opening = new AsyncDisposableStack()
})
afterEach(async () => {
  await opening.disposeAsync()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const opened = (confirmedDay?: string) =>
  openShopClock(opening, { confirmedDay, clock: { wallMs: () => wallMs, monotonicMs: () => passedMs } })
const pass = (ms: number) => {
  wallMs += ms
  passedMs += ms
  vi.advanceTimersByTime(ms)
}
const ago = (ms: number) => new Date(BEGAN - ms).toISOString()

test('if the clock jumps forward, it is followed within a minute, and this is logged in one line', () => {
  const clock = opened()
  wallMs += 8 * HOUR_MS
  pass(MINUTE_MS)
  expect(clock.now()).toBe(wallMs)
  pass(10 * MINUTE_MS)
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0]!)).toMatchObject({ level: 'warn', seconds: 8 * 60 * 60, since: ago(-MINUTE_MS) })
  expect([clock.check(), clock.forgetting()]).toEqual(['ok', clock.now()])
})

test('if the clock was set back, this is logged in one line, and the check reports it until the clock is right again', () => {
  const clock = opened()
  wallMs -= 3 * HOUR_MS
  pass(10 * MINUTE_MS)
  expect(clock.now()).toBe(BEGAN + 10 * MINUTE_MS)
  expect(clock.check()).toBe("ahead of the machine's by 3 hours")
  expect(said).toHaveLength(1)
  wallMs += 3 * HOUR_MS
  pass(MINUTE_MS)
  expect([clock.check(), said.length]).toEqual(['ok', 1])
})

test.each([
  ['400 days after', ago(400 * DAY_MS)],
  ['30 days after', ago(30 * DAY_MS + 1)],
  ['5 minutes before', ago(-5 * MINUTE_MS - 1)],
  ['2 days before', ago(-2 * DAY_MS)],
])('if a start is %s the newest event, nothing is deleted for an hour, and one line says so', (when, newestAt) => {
  const clock = opened()
  clock.compareWith('the newest event', newestAt)
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0]!).message).toContain(`${when} the newest event`)
  expect(JSON.parse(said[0]!).message).toContain('CLOCK_CONFIRMED=2026-01-31')
  expect(clock.check()).toBe(`in doubt: ${when} the newest event`)
  pass(HOUR_MS - 1)
  expect(clock.forgetting()).toBe(0)
  pass(1)
  expect([clock.forgetting(), clock.check()]).toEqual([clock.now(), 'ok'])
})

test.each([
  ['within thirty days after the newest event', ago(30 * DAY_MS), undefined],
  ['within five minutes before it', ago(-5 * MINUTE_MS), undefined],
  ['of a log without events', undefined, undefined],
  ['that the operator confirms', ago(400 * DAY_MS), '2026-01-31'],
])('a start %s has no doubt about the clock', (_, newestAt, confirmedDay) => {
  const clock = opened(confirmedDay)
  clock.compareWith('the newest event', newestAt)
  expect([said, clock.check(), clock.forgetting()]).toEqual([[], 'ok', BEGAN])
})

test('beside another process, a clock that is slow or was set back is in doubt within a minute, in one line an hour', async () => {
  const clock = opened()
  let aheadMs = 4 * MINUTE_MS
  watchSlowClock(opening, clock, async () => new Date(wallMs + aheadMs).toISOString())
  const passMinutes = async (minutes: number) => {
    for (let n = 0; n < minutes; n++) {
      pass(MINUTE_MS)
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  await passMinutes(2)
  expect([clock.check(), said]).toEqual(['ok', []])
  aheadMs = HOUR_MS
  await passMinutes(1)
  expect(clock.check()).toBe('in doubt: 60 minutes before the newest event')
  await passMinutes(59)
  expect(said).toHaveLength(1)
  aheadMs = -400 * DAY_MS
  await passMinutes(2)
  expect(clock.check()).toBe('ok')
})

test('a confirmation of another day has no effect', () => {
  const clock = opened('2026-01-30')
  clock.compareWith('the newest event', ago(400 * DAY_MS))
  expect(clock.forgetting()).toBe(0)
})

test('a jump by more than thirty days is followed, and after it nothing is deleted for an hour', () => {
  const clock = opened()
  wallMs += 400 * DAY_MS
  pass(MINUTE_MS)
  expect([clock.now(), clock.forgetting()]).toEqual([wallMs, 0])
  expect(clock.check()).toBe('in doubt: jumped forwards by 400 days')
  // Only elapsed time ends the hour. A further jump of the clock does not.
  wallMs += 2 * HOUR_MS
  pass(HOUR_MS - 1)
  expect(clock.forgetting()).toBe(0)
  pass(1)
  expect(clock.forgetting()).toBe(clock.now())
})
