import { open, readFile, rename } from 'node:fs/promises'
import type { Position } from '@shop/language/events/event'
import * as z from 'zod'
import { commitFile } from './copy-files.ts'
import type { TailSum } from './tail-file.ts'

/** Raised when anything in the folder is written in another way: then the copy is built anew. */
const FORMAT = 3

const State = z.strictObject({
  format: z.literal(FORMAT),
  /** The id of the log that was copied. */
  log: z.string(),
  /** Digest of the tables, and of the key of the pseudonyms: whatever changes them changes every row. */
  tables: z.string(),
  /** How many events a segment of the lowest level has. */
  segment: z.int().positive(),
  /** The number of the newest event that is wholly in the copy. */
  event: z.int().nonnegative(),
  /** The position of the event before that one: it is read again at the start, and must have its digest. */
  before: z.string(),
  /** What the files of the events after the segments have in them. */
  tails: z.array(z.object({ first: z.int().positive(), bytes: z.int().nonnegative(), sum: z.string() })),
})

/** What the copy is of, and how far it goes. Written after all it speaks of is on the disk. */
export type CopyState = Readonly<
  Omit<z.output<typeof State>, 'format' | 'tails'> & { before: Position; tails: readonly TailSum[] }
>

/** Undefined without one, or with one of another format. */
export async function readState(folder: string): Promise<CopyState | undefined> {
  try {
    const { format: _, ...state } = State.parse(JSON.parse(await readFile(commitFile(folder), 'utf8')))
    return state
  } catch {
    return undefined
  }
}

export async function writeState(folder: string, state: CopyState) {
  const file = commitFile(folder)
  await using output = await open(`${file}.part`, 'w', 0o600)
  await output.writeFile(`${JSON.stringify({ format: FORMAT, ...state })}\n`)
  await output.datasync()
  await rename(`${file}.part`, file)
}
