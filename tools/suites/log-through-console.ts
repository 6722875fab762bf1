import { afterAll, expect } from 'vitest'
import { sensitiveIn } from './nothing-sensitive.ts'

const write = process.stderr.write.bind(process.stderr)

const leaked: string[] = []

/**
 * Prints the shop's lines for the operator with `console`, so that vitest shows each line with its test. A line with something sensitive
 * fails the test file.
 */
process.stderr.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  if (typeof chunk !== 'string' || !chunk.startsWith('{"time":')) return write(chunk, ...rest)
  const what = sensitiveIn(chunk)
  if (what) leaked.push(`${what}: ${chunk}`)
  console.info(chunk.trimEnd())
  return true
}) as typeof process.stderr.write

afterAll(() => expect(leaked.splice(0)).toEqual([]))
