import { join } from 'node:path'

/*
 * STORAGE FORMAT. The names of a copy's files. A process that answers a question needs these names, and must load as little code as
 * possible. So this file imports no other file of the shop.
 */

/** The file with the state of the last commit (`copy-state.ts`). */
export const commitFile = (copy: string): string => join(copy, 'copy.json')

/** The file with the digests. The digest of events 1 to N begins at byte (N - 1) × DIGEST_BYTES. */
export const digestFile = (copy: string): string => join(copy, 'digests.bin')
export const DIGEST_BYTES = 32

/**
 * The file with the moments. The latest moment of events 1 to N begins at byte (N - 1) × MOMENT_BYTES. It is a double, highest byte first.
 */
export const momentFile = (copy: string): string => join(copy, 'moments.bin')
export const MOMENT_BYTES = 8

/** The folder with snapshots of read models. To show a past moment, folding starts from the snapshot before this moment. */
export const snapshotsFolder = (copy: string): string => join(copy, 'snapshots')

/** The file with the contents of carts after some events. Folding a cart can start there. */
export const cartStartsFile = (copy: string): string => join(copy, 'cart-starts.db')
/** A database's file, and the files that SQLite makes beside it. */
export const filesOf = (database: string): readonly string[] => ['', '-wal', '-shm'].map((end) => database + end)

const padded = (event: number) => String(event).padStart(12, '0')

/** The folder of all segments. Each segment is a folder in it, named by its first and last event, with a Parquet file for each table. */
export const segmentsFolder = (copy: string): string => join(copy, 'segments')
export const segmentFolder = (copy: string, first: number, last: number): string =>
  join(segmentsFolder(copy), `${padded(first)}-${padded(last)}`)
export const tableFile = ({ folder }: Readonly<{ folder: string }>, table: string): string =>
  join(folder, `${table}.parquet`)

/** The file in a segment's folder with the SHA-256 of every other file there. */
export const sumsFile = (segment: string): string => join(segment, 'sums.json')

/** The first and last event in the name of a segment's folder; undefined for any other name. */
export function segmentNamed(name: string): Readonly<{ first: number; last: number }> | undefined {
  const [, first, last] = /^(\d{12})-(\d{12})$/.exec(name) ?? []
  return first === undefined ? undefined : { first: Number(first), last: Number(last) }
}

/** A file of events after the last segment: one line of JSON for each event. The file is named by its first event. */
export const tailFile = (copy: string, first: number): string => join(copy, `tail-${padded(first)}.ndjson`)

/** The first event in the name of a tail's file; undefined for any other name. */
export function tailNamed(name: string): number | undefined {
  const [, first] = /^tail-(\d{12})\.ndjson$/.exec(name) ?? []
  return first === undefined ? undefined : Number(first)
}
