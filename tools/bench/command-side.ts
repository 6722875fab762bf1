import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Figures, Side } from './compare.ts'

/** The command can print figures, such as its processor time, as a JSON object in its last line. Throws if the command fails. */
export function commandSide(name: string, command: string, environment: Readonly<Record<string, string>> = {}): Side {
  return {
    name,
    async run() {
      const begunMs = performance.now()
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], {
        env: { ...process.env, ...environment },
        maxBuffer: 64 * 1024 * 1024,
      })
      return { wallMs: performance.now() - begunMs, ...figuresIn(stdout) }
    },
  }
}

function figuresIn(output: string): Figures {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) return {}
  const said: unknown = JSON.parse(last)
  return Object.fromEntries(
    Object.entries(said as object).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
