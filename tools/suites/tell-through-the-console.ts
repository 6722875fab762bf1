import { afterAll, expect } from 'vitest'
import { sensitiveIn } from './nothing-sensitive.ts'

const write = process.stderr.write.bind(process.stderr)

const leaked: string[] = []

/**
 * What the shop tells its operator goes to the console, line by line, where vitest keeps it for the test that made it
 * happen; a line that has something sensitive fails the file. Everything else that is written to standard error stays there.
 */
process.stderr.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  if (typeof chunk !== 'string' || !chunk.startsWith('{"time":')) return write(chunk, ...rest)
  const what = sensitiveIn(chunk)
  if (what) leaked.push(`${what}: ${chunk}`)
  console.info(chunk.trimEnd())
  return true
}) as typeof process.stderr.write

afterAll(() => expect(leaked.splice(0)).toEqual([]))
