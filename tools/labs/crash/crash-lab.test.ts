import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCrashLab, wrongIn } from './crash-lab.ts'

/** The number of kills in this test. `npm run lab:crash` makes more. */
const KILLS = 6

test(`after ${KILLS} kills while shoppers buy, nothing is lost, doubled, phantom or stranded`, async () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  const report = await runCrashLab({ seed, kills: KILLS, everyFailpoint: 2, shoppers: 10, events: 50, emptyStarts: 1 })
  expect(wrongIn(report), `SEED=${seed}, the data is in ${report.folder}`).toEqual([])
  expect(report.history.acknowledged).toBeGreaterThan(KILLS)
  expect(report.history.acknowledged).toBe(report.history.commands)
  expect(report.atFailpoints).toBeGreaterThan(0)
  rmSync(report.folder, { recursive: true })
})
