import { join } from 'node:path'

/*
 * STORAGE FORMAT. The files of a copy. The process that answers a question reads the same files and must load as little as possible, so
 * this file imports nothing else.
 */

/** How far the copy has got, and which log was copied. */
export const commitFile = (copy: string): string => join(copy, 'copy.json')

/** The digest of events 1 to N stands at (N - 1) × DIGEST_BYTES. */
export const digestFile = (copy: string): string => join(copy, 'digests.bin')
export const DIGEST_BYTES = 32

/** The latest moment of events 1 to N stands at (N - 1) × MOMENT_BYTES, as a double, the highest byte first. */
export const momentFile = (copy: string): string => join(copy, 'moments.bin')
export const MOMENT_BYTES = 8

/** Read models folded from the copy. They serve to read the copy as of an event. */
export const snapshotsFolder = (copy: string): string => join(copy, 'snapshots')

/** For each cart, the events after which its contents are known. */
export const cartStartsFile = (copy: string): string => join(copy, 'cart-starts.db')
/** A database's file, and the files that SQLite keeps beside it. */
export const filesOf = (database: string): readonly string[] => ['', '-wal', '-shm'].map((end) => database + end)

const padded = (event: number) => String(event).padStart(12, '0')

/** Each segment is a folder in here, named by its first and last event. It has a Parquet file for each table. */
export const segmentsFolder = (copy: string): string => join(copy, 'segments')
export const segmentFolder = (copy: string, first: number, last: number): string =>
  join(segmentsFolder(copy), `${padded(first)}-${padded(last)}`)
export const tableFile = ({ folder }: Readonly<{ folder: string }>, table: string): string =>
  join(folder, `${table}.parquet`)

/** In a segment's folder: the SHA-256 of each other file. */
export const sumsFile = (segment: string): string => join(segment, 'sums.json')

/** The events in a segment's name; undefined for any other name. */
export function segmentNamed(name: string): Readonly<{ first: number; last: number }> | undefined {
  const [, first, last] = /^(\d{12})-(\d{12})$/.exec(name) ?? []
  return first === undefined ? undefined : { first: Number(first), last: Number(last) }
}

/** The events after the last segment, one line of JSON each. A file is named by its first event. */
export const tailFile = (copy: string, first: number): string => join(copy, `tail-${padded(first)}.ndjson`)

/** The first event in a tail's name; undefined for any other name. */
export function tailNamed(name: string): number | undefined {
  const [, first] = /^tail-(\d{12})\.ndjson$/.exec(name) ?? []
  return first === undefined ? undefined : Number(first)
}
