import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { segmentNamed, segmentsFolder } from './copy-files.ts'
import { areSumsRight } from './segment-sums.ts'

/** Events of a range of numbers, as Parquet: a file for each table that has rows in it. Never changed once it has its name. */
export type Segment = Readonly<{
  folder: string
  first: number
  last: number
  /** Rows by table. */
  counts: Readonly<Record<string, number>>
}>

/** STORAGE FORMAT. In the folder of a segment. */
const COUNTS = 'counts.json'
/** What is not whole yet. */
export const PART = '.part'
/** Segments of a level that become one of the next. */
const MERGED = 10
/** The largest segment has this many of the smallest: so the longest merge is of a million events. */
const LARGEST = MERGED ** 2

export const countsFile = (folder: string) => join(folder, COUNTS)

const Counts = z.record(z.string(), z.int().positive())

/**
 * The segments of a copy, in order. What a killed process left behind is removed: segments that were not whole, and those
 * that have been merged into a larger one. Undefined where one is missing, or a file of one is not what was written.
 */
export async function readSegments(copy: string): Promise<readonly Segment[] | undefined> {
  const names = await readdir(segmentsFolder(copy))
  const found: Segment[] = []
  for (const name of names) {
    const folder = join(segmentsFolder(copy), name)
    const events = segmentNamed(name)
    if (!events) await rm(folder, { recursive: true })
    else {
      const counts = await countsIn(folder)
      if (!counts || !(await areSumsRight(folder))) return undefined
      found.push({ folder, ...events, counts })
    }
  }
  const whole: Segment[] = []
  // The larger first of those that begin together.
  for (const segment of found.toSorted((one, other) => one.first - other.first || other.last - one.last)) {
    const end = whole.at(-1)?.last ?? 0
    if (segment.last <= end) await removeSegment(segment.folder)
    else if (segment.first !== end + 1) return undefined
    else whole.push(segment)
  }
  return whole
}

/** Its name goes first: what a kill leaves of it is no segment without some of its files, which would condemn the copy. */
export async function removeSegment(folder: string) {
  await rename(folder, folder + PART)
  await rm(folder + PART, { recursive: true, force: true })
}

async function countsIn(folder: string) {
  try {
    return Counts.parse(JSON.parse(await readFile(countsFile(folder), 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * The segments that are to become one: the newest ten of a level, if the last of them ends where one of the next level does. So
 * which segments a copy has follows from the number of its events alone.
 */
export function mergeable(segments: readonly Segment[], smallest: number): readonly Segment[] | undefined {
  const newest = segments.slice(-MERGED)
  const [{ first } = { first: 0 }, { last } = { last: 0 }] = [newest[0], newest.at(-1)]
  const size = (last - first + 1) / MERGED
  const isOneLevel = newest.every((segment) => segment.last - segment.first + 1 === size)
  return newest.length === MERGED && isOneLevel && last % (size * MERGED) === 0 && size < smallest * LARGEST
    ? newest
    : undefined
}

/** Whether a segment of the level above the lowest ends with this event. */
export const endsLarger = (last: number, smallest: number) => last % (smallest * MERGED) === 0

/** Whether parts of the lowest level that begin with these events, one after the other, are a whole segment of the level above. */
export const areWhole = (firsts: readonly number[], smallest: number) =>
  firsts.length === MERGED && endsLarger(firsts[0]! - 1, smallest)

/** Puts a file's or a folder's entries on the disk. */
export async function syncPath(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}
