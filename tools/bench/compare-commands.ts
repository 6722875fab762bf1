import { parseArgs } from 'node:util'
import { commandSide } from './command-side.ts'
import type { Side } from './compare.ts'
import { report } from './report.ts'

/* `npm run bench -- [--rounds N] [--json FILE] 'command' 'other command' …`: compares their times in one run. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, json: { type: 'string' } },
})
const [first, ...others] = positionals.map((command): Side => commandSide(command, command))
const rounds = Number(values.rounds)
if (!first || others.length === 0 || !(Number.isInteger(rounds) && rounds > 0)) {
  process.stderr.write("usage: npm run bench -- [--rounds N] [--json FILE] 'command' 'other command' …\n")
  process.exit(2)
}
await report({ title: 'Commands', sides: [first, ...others], rounds })
