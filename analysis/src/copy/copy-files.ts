import { join } from 'node:path'

/*
 * STORAGE FORMAT. The names of a copy's files. This file imports no other file of the shop, because a process that answers a question
 * must load little code.
 */

export const commitFile = (copy: string): string => join(copy, 'copy.json')

export const damageFile = (copy: string): string => join(copy, 'damages.json')

/** The digest of events 1 to N begins at byte (N - 1) × DIGEST_BYTES. */
export const digestFile = (copy: string): string => join(copy, 'digests.bin')
export const DIGEST_BYTES = 32

/** The latest moment of events 1 to N begins at byte (N - 1) × MOMENT_BYTES: a double, highest byte first. */
export const momentFile = (copy: string): string => join(copy, 'moments.bin')
export const MOMENT_BYTES = 8

/** Data that does not fit into the memory of the copy or of a question. It is deleted when the copy is opened or closed. */
export const temporaryFolder = (copy: string): string => join(copy, 'temporary')

/** Snapshots of read models. */
export const snapshotsFolder = (copy: string): string => join(copy, 'snapshots')

/** The events after which folding a cart can begin (`as-of/cart-starts.ts`). */
export const cartStartsFile = (copy: string): string => join(copy, 'cart-starts.db')
/** Includes the files that SQLite makes beside the database. */
export const filesOf = (database: string): readonly string[] => ['', '-wal', '-shm'].map((end) => database + end)

const padded = (event: number) => String(event).padStart(12, '0')

/** Each segment is a folder, named by its first and last event, with a Parquet file for each table. */
export const segmentsFolder = (copy: string): string => join(copy, 'segments')
export const segmentFolder = (copy: string, first: number, last: number): string =>
  join(segmentsFolder(copy), `${padded(first)}-${padded(last)}`)
export const tableFile = ({ folder }: Readonly<{ folder: string }>, table: string): string =>
  join(folder, `${table}.parquet`)

/** The SHA-256 of every other file in the segment's folder. */
export const sumsFile = (segment: string): string => join(segment, 'sums.json')

export function segmentNamed(name: string): Readonly<{ first: number; last: number }> | undefined {
  const [, first, last] = /^(\d{12})-(\d{12})$/.exec(name) ?? []
  return first === undefined ? undefined : { first: Number(first), last: Number(last) }
}

/** Events after the last segment, one line of JSON each. The file is named by its first event. */
export const tailFile = (copy: string, first: number): string => join(copy, `tail-${padded(first)}.ndjson`)

export function tailNamed(name: string): number | undefined {
  const [, first] = /^tail-(\d{12})\.ndjson$/.exec(name) ?? []
  return first === undefined ? undefined : Number(first)
}
