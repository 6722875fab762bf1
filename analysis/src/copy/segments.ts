import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { segmentNamed, segmentsFolder } from './copy-files.ts'
import { Damaged } from './damaged.ts'
import { areSumsRight } from './segment-sums.ts'

/** A range of events as Parquet, with a file for each table that has rows. A segment with its final name never changes. */
export type Segment = Readonly<{
  folder: string
  first: number
  last: number
  counts: Readonly<Record<string, number>>
}>

/** STORAGE FORMAT: the segment's number of rows by table. */
const COUNTS = 'counts.json'
export const PART = '.part'
/** How many segments of a level become one segment of the next level. */
const MERGED = 10
/** The largest segment has this many times the events of the smallest segment: a million events. */
const LARGEST = MERGED ** 2

export const countsFile = (folder: string) => join(folder, COUNTS)

const Counts = z.record(z.string(), z.int().positive())

/**
 * Removes incomplete segments and merged segments that a killed process has left. Throws Damaged if a segment is missing or a segment's
 * file has changed.
 */
export async function readSegments(copy: string): Promise<readonly Segment[]> {
  const names = await readdir(segmentsFolder(copy))
  const found: Segment[] = []
  for (const name of names) {
    const folder = join(segmentsFolder(copy), name)
    const events = segmentNamed(name)
    if (!events) await rm(folder, { recursive: true })
    else {
      const counts = await countsIn(folder)
      if (!counts || !(await areSumsRight(folder))) throw new Damaged(folder, events)
      found.push({ folder, ...events, counts })
    }
  }
  const whole: Segment[] = []
  for (const segment of found.toSorted((one, other) => one.first - other.first || other.last - one.last)) {
    const end = whole.at(-1)?.last ?? 0
    if (segment.last <= end) await removeSegment(segment.folder)
    else if (segment.first !== end + 1)
      throw new Damaged(segmentsFolder(copy), { first: end + 1, last: segment.first - 1 })
    else whole.push(segment)
  }
  return whole
}

/** Renames the folder first, so that a kill cannot leave a segment with missing files. */
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

/** The newest ten segments, if they make a whole segment of the next level. */
export function mergeable(segments: readonly Segment[], smallest: number): readonly Segment[] | undefined {
  const newest = segments.slice(-MERGED)
  const [{ first } = { first: 0 }, { last } = { last: 0 }] = [newest[0], newest.at(-1)]
  const size = (last - first + 1) / MERGED
  const isOneLevel = newest.every((segment) => segment.last - segment.first + 1 === size)
  return newest.length === MERGED && isOneLevel && last % (size * MERGED) === 0 && size < smallest * LARGEST
    ? newest
    : undefined
}

export const endsLarger = (last: number, smallest: number) => last % (smallest * MERGED) === 0

/** Whether segments of the lowest level with these first events make a whole segment of the next level. */
export const areWhole = (firsts: readonly number[], smallest: number) =>
  firsts.length === MERGED && endsLarger(firsts[0]! - 1, smallest)

export async function syncPath(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}
