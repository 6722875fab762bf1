/** Runs one of an operator's commands. An error is printed in one line, and the exit code is 1. */
export async function runTool(usage: string, work: (argument: (name: string) => string) => Promise<void>) {
  const [, , ...given] = process.argv
  const names: readonly string[] = usage.match(/<[^>]+>/g) ?? []
  try {
    if (given.length !== names.length) throw new Error(`Usage: ${usage}`)
    await work((name) => given[names.indexOf(`<${name}>`)] ?? '')
  } catch (error) {
    process.stderr.write(`${lineOf(error)}\n`)
    process.exitCode = 1
  }
}

/** Returns a function that prints progress, at most once a second. */
export function progressLines(of: (count: string) => string) {
  let toldAtMs = performance.now()
  return (count: number) => {
    if (performance.now() - toldAtMs < 1_000) return
    toldAtMs = performance.now()
    process.stderr.write(`${of(count.toLocaleString('en'))}\n`)
  }
}

/** A defect is printed with its stack. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError)
    return (error as Error).stack ?? String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? `${error.message} (${cause.message})` : error.message
}
