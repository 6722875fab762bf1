import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Runs one of the operator's programs with these environment variables and this standard input. */
export async function runCommand(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
) {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: 'pipe' })
  child.stdin.end(input)
  const closed = once(child, 'close') as Promise<[number | null]>
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { out, error, code }
}
