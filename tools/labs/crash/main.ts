import { rmSync } from 'node:fs'
import { numberOptions } from '../../bench/options.ts'
import { type Report, runCrashLab, wrongIn } from './crash-lab.ts'
import { percentile, type Start } from './starts.ts'

/** `npm run lab:crash -- --kills 200 --shoppers 50 --events 100000 --seed 7` */
const seed = Math.floor(Math.random() * 1e6)
const plan = {
  ...numberOptions('npm run lab:crash --', { kills: 200, shoppers: 50, events: 100_000, seed }),
  everyFailpoint: 4,
  emptyStarts: 5,
}
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`seed ${plan.seed}: ${plan.kills} kills, ${plan.shoppers} shoppers, ${plan.events} events at the beginning`)
const report = await runCrashLab({ ...plan, say })
for (const line of linesOf(report)) say(line)
const wrong = wrongIn(report)
if (wrong.length === 0) rmSync(report.folder, { recursive: true })
else {
  for (const what of wrong.slice(0, 20)) say(`  ${what}`)
  say(`FAILED. Seed ${plan.seed}; the data is in ${report.folder}`)
  process.exitCode = 1
}

function linesOf(report: Report): readonly string[] {
  const { kills, atFailpoints, history, verifiers, stranded, settledMs, empty, afterKills } = report
  return [
    `${kills} kills, ${atFailpoints} of them at a failpoint; ${history.commands} commands, ${history.acknowledged} acknowledged; ${history.events} events`,
    `${history.lost.length} lost, ${history.doubled.length} doubled, ${history.phantom.length} phantom`,
    `stranded at the provider: ${stranded.length}; all money settled ${Math.round((settledMs ?? Number.NaN) / 1000)} s after the shoppers had left`,
    ...verifiers.map(({ name, code, output }) => `${name} ended with ${code}: ${output.split('\n').at(-1)}`),
    timesOf('wall time', empty, afterKills, ({ ms }) => ms),
    timesOf('processor time', empty, afterKills, ({ processorMs }) => processorMs),
  ]
}

function timesOf(what: string, empty: readonly Start[], afterKills: readonly Start[], of: (start: Start) => number) {
  const [usual, all] = [percentile(empty.map(of), 0.5), afterKills.map(of)]
  const timeAt = (share: number) =>
    `${Math.round(percentile(all, share))} ms (× ${(percentile(all, share) / usual).toFixed(1)})`
  return `ready after a kill, ${what}: p50 ${timeAt(0.5)}, p95 ${timeAt(0.95)}, at most ${timeAt(1)}; an empty shop needs ${Math.round(usual)} ms`
}
