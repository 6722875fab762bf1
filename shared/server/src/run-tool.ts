type Work = (
  argument: (name: string) => string,
  has: (option: string) => boolean,
  words: readonly string[],
  given: (option: string) => string | undefined,
) => Promise<void>

/**
 * Runs an operator's command. `usage` names the arguments in angle brackets, and the options with dashes. Square brackets mark optional
 * parts; three dots mark repeatable parts. `words` are all arguments that are not options. `given` returns the value after an option's
 * equals sign. An error is printed in one line, and the exit code is 1.
 */
export async function runTool(usage: string, work: Work) {
  const typed = process.argv.slice(2)
  const names: readonly string[] = usage.match(/(?<!=)<[^>]+>/g) ?? []
  const needed = names.filter((name) => !usage.includes(`[${name}`))
  const known: readonly string[] = usage.match(/--\w[\w-]*/g) ?? []
  const options = new Map(typed.filter((word) => word.startsWith('--')).map((word) => [nameOf(word), valueIn(word)]))
  const words = typed.filter((word) => !word.startsWith('--'))
  await runReportingErrors(async () => {
    const fits = words.length >= needed.length && (usage.includes('...') || words.length <= names.length)
    if (!fits || options.size > 1 || ![...options.keys()].every((option) => known.includes(option)))
      throw new Error(`Usage: ${usage}`)
    await work(
      (name) => words[names.indexOf(`<${name}>`)] ?? '',
      (option) => options.has(option),
      words,
      (option) => options.get(option),
    )
  })
}

/** Runs a command that reads its arguments itself. An error is printed in one line, and the exit code is 1. */
export async function runReportingErrors(work: () => Promise<void>) {
  // Only the owner may read files that the command writes.
  process.umask(0o077)
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${lineOf(error)}\n`)
    process.exitCode = 1
  }
}

const nameOf = (word: string) => word.split('=', 1)[0] ?? ''
const valueIn = (word: string) => /=(.*)$/s.exec(word)?.[1]

/** Returns a function that prints progress, at most once a second. */
export function progressLines(of: (count: string) => string) {
  let printedAtMs = performance.now()
  return (count: number) => {
    if (performance.now() - printedAtMs < 1_000) return
    printedAtMs = performance.now()
    process.stderr.write(`${of(count.toLocaleString('en'))}\n`)
  }
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError)
    return (error as Error).stack ?? String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? `${error.message} (${cause.message})` : error.message
}
