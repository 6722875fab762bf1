import { numberOptions } from '../../../tools/bench/options.ts'
import { tamper } from '../test-support/tampering.ts'

/** Makes a thousand changes, each in a new copy of one log. */
const { changes, seed } = numberOptions('npm run bench -- tampering', { changes: 1_000, seed: Date.now() % 1_000_000 })
const tallies = await tamper(changes, seed)
console.table(Object.fromEntries(tallies.map(({ kind, made, noticed, located }) => [kind, { made, noticed, located }])))
const sum = (of: 'made' | 'noticed' | 'located') => tallies.reduce((all, tally) => all + tally[of], 0)
console.log(`seed ${seed}: ${sum('made')} changes, ${sum('noticed')} noticed, ${sum('located')} located`)
for (const line of tallies.flatMap(({ kind, missed }) => missed.map((one) => `${kind}: ${one}`))) console.log(line)
if (sum('located') < sum('made')) process.exitCode = 1
