import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { commitFile, DIGEST_BYTES, digestFile, segmentNamed, segmentsFolder, tailNamed } from '../copy/copy-files.ts'
import { QuestionFailed } from './question.ts'

export type Segment = Readonly<{ first: number; last: number; folder: string }>
/** The copy on the disk at one moment. `tails`: files with the events after the last segment. */
export type CopiedRange = Readonly<{
  event: number
  schemaDigest: string
  segments: readonly Segment[]
  tails: readonly string[]
  /** The size and the SHA-256 of each tail at the last commit. */
  sums: readonly TailSum[]
}>
type TailSum = Readonly<{ first: number; bytes: number; sum: string }>

/** Throws `QuestionFailed` if there is no copy yet. The process that writes the copy can merge or remove these files at any time. */
export function readCopiedRange(folder: string): CopiedRange {
  const file = commitFile(folder)
  if (!existsSync(file)) throw unavailable('The copy of the log for analysis is being made. Try again in a moment')
  const { event, tables, tails: sums } = JSON.parse(readFileSync(file, 'utf8')) as Committed
  const segments = segmentsIn(folder)
  return { event, schemaDigest: tables, segments, tails: tailsIn(folder, segments.at(-1)?.last ?? 0), sums }
}
type Committed = Readonly<{ event: number; tables: string; tails: readonly TailSum[] }>

export const unavailable = (message: string) => new QuestionFailed({ reason: 'unavailable', message })

/** Leaves out segments that were merged into a larger segment. */
function segmentsIn(folder: string): readonly Segment[] {
  const root = segmentsFolder(folder)
  if (!existsSync(root)) return []
  const found = readdirSync(root).flatMap((name) => {
    const events = segmentNamed(name)
    return events ? [{ ...events, folder: join(root, name) }] : []
  })
  const segments: Segment[] = []
  for (const segment of found.toSorted((a, b) => a.first - b.first || b.last - a.last))
    if (segment.first === (segments.at(-1)?.last ?? 0) + 1) segments.push(segment)
  return segments
}

const tailsIn = (folder: string, segmentsEnd: number) =>
  readdirSync(folder)
    .filter((name) => (tailNamed(name) ?? 0) > segmentsEnd)
    .toSorted()
    .map((name) => join(folder, name))

/** The digest of events 1 to `event`, in hexadecimal; all zeros for event 0. */
export function rangeDigest(folder: string, event: number): string {
  const digest = Buffer.alloc(DIGEST_BYTES)
  if (event === 0) return digest.toString('hex')
  const file = openSync(digestFile(folder), 'r')
  try {
    if (readSync(file, digest, 0, DIGEST_BYTES, (event - 1) * DIGEST_BYTES) !== DIGEST_BYTES)
      throw unavailable('The digest of these events is not written yet. Try again in a moment')
    return digest.toString('hex')
  } finally {
    closeSync(file)
  }
}
