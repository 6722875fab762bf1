import { expect, test } from 'vitest'
import { runPowerLossLab } from './power-loss-lab.ts'

/** The number of torn tails, and the number of flipped bits, in this test. `npm run lab:power-loss` makes more. */
const EACH = 80

test(`of ${EACH} torn tails and ${EACH} flipped bits none is accepted without a report`, async () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  const { tails, flips, silent } = await runPowerLossLab({ seed, tails: EACH, flips: EACH })
  expect(silent, `SEED=${seed}`).toEqual([])
  expect(tails['a prefix']).toBeGreaterThan(EACH * 0.9)
  expect(flips.refused + flips['found by verify-log']).toBeGreaterThan(0)
  // Half of the flipped bits are in the journal. After each of these the log has only its first events.
  expect(flips['a prefix']).toBe(EACH / 2)
})
