import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sumsFile, tailNamed } from '../copy/copy-files.ts'
import { type CopiedRange, readCopiedRange } from './copied-range.ts'

const PIECE = 2 ** 20

/** Tails whose committed lines have changed. A missing tail has become a segment. */
export const damagedTails = ({ tails, sums }: Pick<CopiedRange, 'tails' | 'sums'>): readonly string[] =>
  tails.filter((file) => {
    const noted = sums.find(({ first }) => first === tailNamed(basename(file)))
    return noted !== undefined && existsSync(file) && sumOf(file, 'hex', noted.bytes) !== noted.sum
  })

/** Changed or missing files of segments; with `names`, only files of these names. */
export const damagedSegmentFiles = (
  { segments }: Pick<CopiedRange, 'segments'>,
  names?: ReadonlySet<string>,
): readonly string[] =>
  segments.flatMap(({ folder }) => {
    const noted = notedIn(folder)
    const files = readdirSync(folder).filter((name) => join(folder, name) !== sumsFile(folder))
    const all = [...new Set([...files, ...Object.keys(noted)])].filter((name) => names?.has(name) ?? true)
    return all
      .map((name) => join(folder, name))
      .filter((file) => !existsSync(file) || sumOf(file, 'base64url') !== noted[basename(file)])
  })

function notedIn(folder: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(sumsFile(folder), 'utf8'))
  } catch {
    return {}
  }
}

function sumOf(path: string, as: 'hex' | 'base64url', most = Number.POSITIVE_INFINITY): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.alloc(PIECE)
    for (let left = most; left > 0; ) {
      const length = readSync(file, piece, 0, Math.min(PIECE, left), null)
      if (length === 0) break
      hash.update(piece.subarray(0, length))
      left -= length
    }
    return hash.digest(as)
  } finally {
    closeSync(file)
  }
}

/** A running shop can merge or remove files, so a file counts only if two checks find it damaged. */
export function damagedFilesOf(folder: string): readonly string[] {
  const found = new Set(filesIn(folder))
  return found.size === 0 ? [] : filesIn(folder).filter((file) => found.has(file))
}

function filesIn(folder: string): readonly string[] {
  for (;;)
    try {
      const range = readCopiedRange(folder)
      return [...damagedTails(range), ...damagedSegmentFiles(range)]
    } catch (error) {
      // A segment was merged after it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}
