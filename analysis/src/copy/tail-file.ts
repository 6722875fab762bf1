import { createHash, type Hash } from 'node:crypto'
import { open, readFile, truncate } from 'node:fs/promises'
import { tailFile } from './copy-files.ts'

const BREAK = 0x0a

export type Begun = Readonly<{ bytes: number; hash: Hash }>
/** STORAGE FORMAT. `sum`: the SHA-256 of the first `bytes` bytes, in hexadecimal. `first`: the tail's first event. */
export type TailSum = Readonly<{ first: number; bytes: number; sum: string }>
export type Tail = Awaited<ReturnType<typeof openTail>>

export async function openTail(copy: string, first: number, begun: Begun = { bytes: 0, hash: createHash('sha256') }) {
  const file = tailFile(copy, first)
  const output = await open(file, 'a', 0o600)
  const { hash } = begun
  let { bytes } = begun
  return {
    file,
    first,
    append: (lines: readonly string[]) => output.appendFile(lines.join('')),
    /** Adds appended lines to `sum`. */
    note(lines: readonly string[]) {
      const added = Buffer.from(lines.join(''))
      hash.update(added)
      bytes += added.length
    },
    sum: (): TailSum => ({ first, bytes, sum: hash.copy().digest('hex') }),
    sync: () => output.datasync(),
    close: () => output.close(),
  }
}

/**
 * Cuts off the lines after event `last`, which a killed process did not commit. Returns undefined if a line is missing or the content does
 * not match `noted`.
 */
export async function cutTail(file: string, first: number, last: number, noted: TailSum | undefined) {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const types: string[] = []
  let end = 0
  for (let event = first; event <= last; event++) {
    const next = bytes.indexOf(BREAK, end) + 1
    if (next === 0) return undefined
    const type = typeIn(bytes.toString('utf8', end, next), event)
    if (type === undefined) return undefined
    types.push(type)
    end = next
  }
  const hash = createHash('sha256').update(bytes.subarray(0, end))
  if (noted?.bytes !== end || noted.sum !== hash.copy().digest('hex')) return undefined
  if (end < bytes.length) await truncate(file, end)
  return { types, begun: { bytes: end, hash } }
}

function typeIn(text: string, event: number): string | undefined {
  try {
    const line = JSON.parse(text) as { event: number; type: string }
    return line.event === event ? line.type : undefined
  } catch {
    return undefined
  }
}
