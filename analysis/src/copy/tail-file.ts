import { open, readFile, truncate } from 'node:fs/promises'
import { tailFile } from './copy-files.ts'

const BREAK = 0x0a

export type Tail = Awaited<ReturnType<typeof openTail>>

/** Opens the tail that begins with an event, for adding lines. */
export async function openTail(copy: string, first: number) {
  const file = tailFile(copy, first)
  const output = await open(file, 'a', 0o600)
  return {
    file,
    first,
    append: (lines: readonly string[]) => output.appendFile(lines.join('')),
    sync: () => output.datasync(),
    close: () => output.close(),
  }
}

/**
 * Cuts off what follows an event's line: what a killed process had not finished. Returns the types of the events up to it; undefined
 * where a line is missing or broken.
 */
export async function cutTail(file: string, first: number, last: number): Promise<readonly string[] | undefined> {
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
  if (end < bytes.length) await truncate(file, end)
  return types
}

/** The type of the event that the line is of; undefined for another event's, and for what is no whole line. */
function typeIn(text: string, event: number): string | undefined {
  try {
    const line = JSON.parse(text) as { event: number; type: string }
    return line.event === event ? line.type : undefined
  } catch {
    return undefined
  }
}
