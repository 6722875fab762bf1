import { rmSync } from 'node:fs'
import { numberOptions } from '../options.ts'
import { runAsOfLab } from './as-of-lab.ts'
import { makePast } from './make-past.ts'

/** `npm run lab:as-of -- --events 100000 --every 500 --explained 1000 --seed 1`. What failed keeps its shop. */
const plan = numberOptions('lab:as-of', { events: 100_000, every: 500, explained: 1_000, seed: 1 })
const say = (line: string) => process.stdout.write(`${line}\n`)
const shop = await makePast(plan.events, plan.seed, say)
const { events, answers, figures, wrong, folder } = await runAsOfLab({ ...plan, shop, say })
say(
  `${events} events: ${answers} answers as of each ${plan.every}th of them, and ${figures} explained figures: ${wrong.length} differ`,
)
for (const what of wrong.slice(0, 20)) say(`  DIFFERS ${what}`)
if (wrong.length === 0) for (const made of [shop, folder]) rmSync(made, { recursive: true })
else {
  say(`FAILED. Seed ${plan.seed}; the shop is in ${shop}`)
  process.exitCode = 1
}
