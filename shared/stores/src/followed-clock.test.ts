import { beforeEach, expect, test } from 'vitest'
import { followedClock } from './followed-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let wallMs: number
let passedMs: number
const clock = () => followedClock({ wallMs: () => wallMs, monotonicMs: () => passedMs })
const pass = (ms: number) => {
  wallMs += ms
  passedMs += ms
}
beforeEach(() => {
  wallMs = Date.parse('2026-01-01T10:00:00Z')
  passedMs = 7
})

test('a forward jump is followed at the next comparison, and earlier periods keep their remaining time', () => {
  const { now, lasting, compare } = clock()
  const beganMs = now()
  pass(10 * MINUTE_MS)
  wallMs += 8 * HOUR_MS
  expect(now()).toBe(beganMs + 10 * MINUTE_MS)
  expect(compare()).toBe(8 * HOUR_MS)
  expect(now()).toBe(wallMs)
  expect(lasting(beganMs)).toBe(beganMs + 10 * MINUTE_MS)
  expect(compare()).toBe(0)
  pass(MINUTE_MS)
  expect(lasting(beganMs)).toBe(beganMs + 11 * MINUTE_MS)
})

test('a period that began after a jump is changed neither by that jump nor by a later jump', () => {
  const { now, lasting, compare } = clock()
  const [first] = [now()]
  wallMs += HOUR_MS
  compare()
  const second = now()
  pass(MINUTE_MS)
  wallMs += 2 * HOUR_MS
  compare()
  const third = now()
  pass(MINUTE_MS)
  expect([first, second, third].map((beganMs) => lasting(beganMs) - beganMs)).toEqual([
    2 * MINUTE_MS,
    2 * MINUTE_MS,
    MINUTE_MS,
  ])
})

test('a clock that was set back is reported, and time goes on as before', () => {
  const { now, lasting, compare } = clock()
  const beganMs = now()
  pass(MINUTE_MS)
  wallMs -= HOUR_MS
  expect(compare()).toBe(-HOUR_MS)
  expect([now(), lasting(beganMs)]).toEqual([beganMs + MINUTE_MS, beganMs + MINUTE_MS])
  // Once the clock is set right again, there is no difference.
  wallMs += HOUR_MS
  expect(compare()).toBe(0)
})

test('clocks that drift by seconds are not followed', () => {
  const { now, compare } = clock()
  const beganMs = now()
  wallMs += 4_999
  expect([compare(), now()]).toEqual([0, beganMs])
  wallMs -= 2 * 4_999
  expect([compare(), now()]).toEqual([0, beganMs])
})
