import { beforeEach, expect, test } from 'vitest'
import { createTrust } from './trust.ts'

let nowMs: number
let isAway: boolean
let asked: number
let trust: ReturnType<typeof createTrust>
beforeEach(() => {
  nowMs = 0
  isAway = false
  asked = 0
  const ask = async () => {
    asked++
    if (isAway) throw new Error('away')
  }
  trust = createTrust(ask, () => nowMs)
})

test('a server that is unreachable for less than a minute causes no failure', async () => {
  isAway = true
  for (nowMs = 0; nowMs < 60_000; nowMs += 100) await trust.confirmed()
  expect(asked).toBe(11)
})

test('after a minute without an answer, the data in memory are not used until an answer comes', async () => {
  isAway = true
  nowMs = 60_000
  await expect(trust.confirmed()).rejects.toThrow('away')
  isAway = false
  await trust.confirmed()
  isAway = true
  nowMs += 59_999
  await trust.confirmed()
})

test('while the server answers, it gets a request every five seconds, regardless of the number of reads', async () => {
  for (nowMs = 0; nowMs <= 120_000; nowMs += 100) await Promise.all([trust.confirmed(), trust.confirmed()])
  expect(asked).toBe(24)
})
