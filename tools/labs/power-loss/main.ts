import { numberOptions } from '../../bench/options.ts'
import { runPowerLossLab } from './power-loss-lab.ts'

/** `npm run lab:power-loss -- --tails 1000 --flips 1000 --seed 7` */
const { tails, flips, seed } = numberOptions('npm run lab:power-loss --', {
  tails: 1_000,
  flips: 1_000,
  seed: Math.floor(Math.random() * 1e6),
})
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`seed ${seed}: the journal is cut off ${tails} times, and a bit is flipped ${flips} times`)
const report = await runPowerLossLab({ seed, tails, flips, say })
for (const kind of ['tails', 'flips'] as const)
  say(
    `${kind}: ${Object.entries(report[kind])
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}`,
  )
say(`losses that were not reported: ${report.silent.length}`)
for (const what of report.silent.slice(0, 20)) say(`  ${what}`)
if (report.silent.length > 0) process.exitCode = 1
