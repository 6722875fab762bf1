import { open, readFile, rename } from 'node:fs/promises'
import type { Position } from '@shop/language/events/event'
import * as z from 'zod'
import { commitFile } from './copy-files.ts'
import type { TailSum } from './tail-file.ts'

/** Raise this number when the format of any file in the folder changes. Then the copy is rebuilt. */
const FORMAT = 3

const State = z.strictObject({
  format: z.literal(FORMAT),
  log: z.string(),
  /** A digest of the tables' definitions and the pseudonyms' key. If the digest changes, the copy is rebuilt. */
  tables: z.string(),
  /** Events in a segment of the lowest level. */
  segment: z.int().positive(),
  /** The newest event that is completely in the copy. */
  event: z.int().nonnegative(),
  /** The position of the event before the newest. After a start, the newest event is read again to compare its digest. */
  before: z.string(),
  tails: z.array(z.object({ first: z.int().positive(), bytes: z.int().nonnegative(), sum: z.string() })),
})

/** The progress of the copy, written only after the events up to this progress are on the disk. */
export type CopyState = Readonly<
  Omit<z.output<typeof State>, 'format' | 'tails'> & { before: Position; tails: readonly TailSum[] }
>

/** Returns undefined if there is no state, or if the state has another format. Throws if the file is damaged. */
export async function readState(folder: string): Promise<CopyState | undefined> {
  const text = await readFile(commitFile(folder), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const read: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.int() }).parse(read)
  if (format !== FORMAT) return undefined
  const { format: _, ...state } = State.parse(read)
  return state
}

export async function writeState(folder: string, state: CopyState) {
  const file = commitFile(folder)
  await using output = await open(`${file}.part`, 'w', 0o600)
  await output.writeFile(`${JSON.stringify({ format: FORMAT, ...state })}\n`)
  await output.datasync()
  await rename(`${file}.part`, file)
}
