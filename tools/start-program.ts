import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** `file`: the path from the root. */
export type Programs = Readonly<Record<string, readonly [file: string, does: string]>>

/** Runs the program that the first argument names, with the other arguments. Without a known name, lists all programs. */
export async function startProgram(script: string, programs: Programs): Promise<void> {
  const [, , name = ''] = process.argv
  const [file] = (Object.hasOwn(programs, name) && programs[name]) || []
  if (file === undefined) {
    const lines = Object.entries(programs).map(([one, [, does]]) => `  ${one.padEnd(18)} ${does}\n`)
    const isAsked = name === '' || name === 'help' || name === '--help'
    process[isAsked ? 'stdout' : 'stderr'].write(`Usage: npm run ${script} -- <command>\n\n${lines.join('')}`)
    process.exitCode = isAsked ? 0 : 1
    return
  }
  const path = join(import.meta.dirname, '..', file)
  process.argv.splice(1, 2, path)
  await import(pathToFileURL(path).href)
}
