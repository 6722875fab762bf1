import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSampledFacts } from './sampled-facts.ts'

let lines: Record<string, unknown>[]
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    const { time: _, level: __, ...facts } = JSON.parse(String(line)) as Record<string, unknown>
    // Other test files in this process may still log their own counts.
    if (facts.message === 'counted') lines.push(facts)
    return true
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the first fact of a kind is one line, and the facts of the next minute are one line with their count', async () => {
  const log = createSampledFacts()
  for (let n = 0; n < 5000; n++) log('one', 'counted', { address: '203.0.113.7' }, { n })
  log('two', 'counted', { address: '203.0.113.8' }, { n: 0 })
  expect(lines).toEqual([
    { message: 'counted', address: '203.0.113.7', n: 0 },
    { message: 'counted', address: '203.0.113.8', n: 0 },
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines.slice(2)).toEqual([{ message: 'counted', address: '203.0.113.7', count: 4999 }])
})

test('a lasting flood makes one line a minute, and after a quiet minute the next fact is logged at once again', async () => {
  const log = createSampledFacts()
  for (let second = 0; second < 150; second++) {
    log('one', 'counted', {}, {})
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(lines).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(lines.map(({ count = 1 }) => count)).toEqual([1, 59, 60, 30])
  log('one', 'counted', {}, {})
  expect(lines).toHaveLength(5)
})

test('any number of kinds makes a limited number of lines', async () => {
  const log = createSampledFacts()
  for (let n = 0; n < 5000; n++) log(`kind ${n}`, 'counted', { n }, {})
  expect(lines).toHaveLength(1001)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines.slice(1001)).toEqual([{ message: 'counted', kinds: 'others', count: 3999 }])
})
