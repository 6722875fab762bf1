import { rmSync } from 'node:fs'
import { numberOption } from '../options.ts'
import { percentile, type Report, runCrashLab, wrongIn } from './crash-lab.ts'

/** `npm run lab:crash -- --kills 200 --shoppers 50 --events 100000 --seed 7`. What failed keeps its folder. */
const plan = {
  seed: numberOption('seed', Math.floor(Math.random() * 1e6)),
  kills: numberOption('kills', 200),
  shoppers: numberOption('shoppers', 50),
  events: numberOption('events', 100_000),
  emptyStarts: 5,
}
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`seed ${plan.seed}: ${plan.kills} kills, ${plan.shoppers} shoppers, ${plan.events} events before`)
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
  const { kills, atFailpoints, history, verifiers, stranded, settledMs, emptyReadyMs, readyMs } = report
  const ms = (all: readonly number[], share: number) => Math.round(percentile(all, share))
  const times = percentile(readyMs, 0.5) / percentile(emptyReadyMs, 0.5)
  return [
    `${kills} kills, ${atFailpoints} of them at a failpoint; ${history.commands} commands, ${history.acknowledged} acknowledged; ${history.events} events`,
    `${history.lost.length} lost, ${history.doubled.length} doubled, ${history.phantom.length} phantom`,
    `stranded at the provider: ${stranded.length}; nothing under way ${Math.round(settledMs / 1000)} s after the shoppers had left`,
    ...verifiers.map(({ name, code, told }) => `${name} ended with ${code}: ${told.split('\n').at(-1)}`),
    `ready after a kill: p50 ${ms(readyMs, 0.5)}, p95 ${ms(readyMs, 0.95)}, at most ${ms(readyMs, 1)} ms; ${times.toFixed(1)} × an empty shop's ${ms(emptyReadyMs, 0.5)} ms`,
  ]
}
