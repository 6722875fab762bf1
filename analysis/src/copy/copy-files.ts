import { join } from 'node:path'

/*
 * STORAGE FORMAT. Where everything of a copy lies. Who asks a question reads the same files, in a process that loads as little as it can:
 * so this file needs nothing else.
 */

/** How far the copy is, and of what. */
export const commitFile = (copy: string): string => join(copy, 'copy.json')

/** The digest of events 1 to N stands at (N - 1) × DIGEST_BYTES. */
export const digestFile = (copy: string): string => join(copy, 'digests.bin')
export const DIGEST_BYTES = 32

/** The latest moment of events 1 to N stands at (N - 1) × MOMENT_BYTES, as a double, the highest byte first. */
export const momentFile = (copy: string): string => join(copy, 'moments.bin')
export const MOMENT_BYTES = 8

/** What was folded of the copy, for reading it as of an event. */
export const snapshotsFolder = (copy: string): string => join(copy, 'snapshots')

/** After which events it is known what was in a cart. */
export const cartStartsFile = (copy: string): string => join(copy, 'cart-starts.db')
/** A database's file, and those that SQLite has beside it. */
export const filesOf = (database: string): readonly string[] => ['', '-wal', '-shm'].map((end) => database + end)

const padded = (event: number) => String(event).padStart(12, '0')

/** Each segment is a folder in here, named by its first and last event, with a Parquet file for each of its tables. */
export const segmentsFolder = (copy: string): string => join(copy, 'segments')
export const segmentFolder = (copy: string, first: number, last: number): string =>
  join(segmentsFolder(copy), `${padded(first)}-${padded(last)}`)
export const tableFile = ({ folder }: Readonly<{ folder: string }>, table: string): string =>
  join(folder, `${table}.parquet`)

/** In the folder of a segment: the SHA-256 of each other file. */
export const sumsFile = (segment: string): string => join(segment, 'sums.json')

/** The events that a folder of segments is named by; undefined for what is no segment. */
export function segmentNamed(name: string): Readonly<{ first: number; last: number }> | undefined {
  const [, first, last] = /^(\d{12})-(\d{12})$/.exec(name) ?? []
  return first === undefined ? undefined : { first: Number(first), last: Number(last) }
}

/** The events after the last segment, a line of JSON each, in files that are named by the first of them. */
export const tailFile = (copy: string, first: number): string => join(copy, `tail-${padded(first)}.ndjson`)

/** The event that a tail is named by; undefined for what is no tail. */
export function tailNamed(name: string): number | undefined {
  const [, first] = /^tail-(\d{12})\.ndjson$/.exec(name) ?? []
  return first === undefined ? undefined : Number(first)
}
