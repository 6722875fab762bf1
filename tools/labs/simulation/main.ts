import { numberOptions } from '../../bench/options.ts'
import { simulate } from './simulate.ts'

/**
 * `npm run lab:simulate -- --seeds 10000 --from 1` runs many seeds. `npm run lab:simulate -- --seed 4711` runs one seed and prints each
 * step.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const given = numberOptions('npm run lab:simulate --', { seeds: 10_000, from: 1, seed: 0 })
const one = given.seed
const [from, seeds] = one > 0 ? [one, 1] : [given.from, given.seeds]
const begunMs = performance.now()
let [events, simulatedMs, failed] = [0, 0, 0]
for (let seed = from; seed < from + seeds; seed++) {
  const run = await simulate(seed, one > 0 ? say : undefined)
  events += run.events
  simulatedMs += run.simulatedMs
  if (run.wrong !== undefined) {
    failed += 1
    say(`FAILED: npm run lab:simulate -- --seed ${seed} (${run.faults.join(', ')}): ${run.wrong}`)
  }
  if (seeds > 1 && (seed - from + 1) % 1_000 === 0) say(`${seed - from + 1} seeds, ${failed} failed`)
}
const [s, h] = [Math.round((performance.now() - begunMs) / 1_000), Math.round(simulatedMs / 3_600_000)]
say(`${seeds} seeds, ${failed} failed; ${events} events, ${h} simulated hours in ${s} s`)
if (failed > 0) process.exitCode = 1
