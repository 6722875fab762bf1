import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/**
 * Returns the options of a bench or lab, such as `--kills 20` or `--kills=20`. For `--help`, the process prints the usage and exits. At an
 * unknown word, it exits with 2. `command`: what a person types before the options.
 */
export function optionsOf<const Options extends ParseArgsOptionsConfig>(
  command: string,
  options: Options,
  words = process.argv.slice(2),
) {
  if (words.includes('--help')) return exitWithUsage(command, options, 0)
  try {
    return parseArgs({ args: words, options }).values
  } catch {
    return exitWithUsage(command, options, 2)
  }
}

/** The options must be whole numbers. */
export function numberOptions<Name extends string>(
  command: string,
  presets: Readonly<Record<Name, number>>,
  words?: string[],
): Readonly<Record<Name, number>> {
  const texts = Object.entries<number>(presets).map(
    ([name, preset]) => [name, { type: 'string', default: `${preset}` }] as const,
  )
  const options = Object.fromEntries(texts)
  const given = Object.entries(optionsOf(command, options, words))
  if (!given.every(([, word]) => /^\d{1,15}$/.test(String(word)))) return exitWithUsage(command, options, 2)
  return Object.fromEntries(given.map(([name, word]) => [name, Number(word)])) as Record<Name, number>
}

function exitWithUsage(command: string, options: ParseArgsOptionsConfig, code: number): never {
  const all = Object.entries(options).map(([name, { type, default: preset = '…' }]) =>
    type === 'boolean' ? ` [--${name}]` : ` [--${name} ${preset}]`,
  )
  process[code === 0 ? 'stdout' : 'stderr'].write(`Usage: ${command}${all.join('')}\n`)
  process.exit(code)
}
