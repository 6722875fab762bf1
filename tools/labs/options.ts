import { parseArgs } from 'node:util'

/**
 * Returns a lab's options, which are whole numbers such as `--kills 20` or `--kills=20`. At any other word, the process prints the usage
 * and exits with 2.
 */
export function numberOptions<Name extends string>(
  lab: string,
  presets: Readonly<Record<Name, number>>,
  words = process.argv.slice(2),
): Readonly<Record<Name, number>> {
  const given = numbersIn(Object.keys(presets), words)
  if (given) return { ...presets, ...given }
  const usage = Object.entries(presets).map(([name, preset]) => `[--${name} ${preset}]`)
  process.stderr.write(`Usage: npm run ${lab} -- ${usage.join(' ')}: whole numbers\n`)
  process.exit(2)
}

function numbersIn(names: readonly string[], words: readonly string[]): Record<string, number> | undefined {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const))
    const { values } = parseArgs({ args: [...words], options })
    const given = Object.entries(values) as [string, string][]
    if (given.every(([, word]) => /^\d{1,15}$/.test(word)))
      return Object.fromEntries(given.map(([name, word]) => [name, Number(word)]))
  } catch {
    // parseArgs has found an unknown word.
  }
  return undefined
}
