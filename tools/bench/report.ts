import { appendFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Comparison, compare, type Plan, toMarkdown } from './compare.ts'

/** With `--json FILE`, also appends the comparison to this file as a line of JSON. */
export async function report(plan: Plan, args: readonly string[] = process.argv.slice(2)): Promise<Comparison> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'string' } }, strict: false })
  const comparison = await compare(plan)
  process.stdout.write(`${toMarkdown(comparison)}\n\n`)
  if (typeof values.json === 'string') await appendFile(values.json, `${JSON.stringify(comparison)}\n`)
  return comparison
}
