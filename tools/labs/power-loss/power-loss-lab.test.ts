import { expect, test } from 'vitest'
import { runPowerLossLab } from './power-loss-lab.ts'

/** The number of tails and of flips in this test; `npm run lab:power-loss` makes all of them. */
const EACH = 80

test(`of ${EACH} torn tails and ${EACH} turned bits none is accepted silently`, async () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  const { tails, flips, silent } = await runPowerLossLab({ seed, tails: EACH, flips: EACH })
  expect(silent, `SEED=${seed}`).toEqual([])
  expect(tails['a prefix']).toBeGreaterThan(EACH * 0.9)
  expect(flips.refused + flips['found by verify-log']).toBeGreaterThan(0)
  // Half of the flips are in the journal. Each of them shortens the log to a prefix.
  expect(flips['a prefix']).toBe(EACH / 2)
})
