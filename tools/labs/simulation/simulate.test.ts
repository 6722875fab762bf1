import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'
import { simulate } from './simulate.ts'

/** The number of seeds in this test. `npm run lab:simulate` runs more. */
const SEEDS = 60

test(`${SEEDS} seeds of people, faults and a simulated clock end with balanced books and with all work done`, async () => {
  const from = Number(process.env.SEED ?? 1)
  const seen = new Set<string>()
  let events = 0
  for (let seed = from; seed < from + SEEDS; seed++) {
    const run = await simulate(seed)
    expect(run.wrong, `npm run lab:simulate -- --seed ${seed}`).toBeUndefined()
    for (const fault of run.faults) seen.add(fault)
    events += run.events
  }
  expect(seen.size).toBe(FAULTS.length)
  expect(events / SEEDS).toBeGreaterThan(40)
})

test('the same seed gives the same run', async () => {
  for (const seed of [3, 14, 159, 2653]) {
    const [one, other] = [await simulate(seed), await simulate(seed)]
    expect(other).toEqual(one)
  }
})
