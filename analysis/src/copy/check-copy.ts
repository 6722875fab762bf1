import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Damaged } from './damaged.ts'
import { areSumsRight } from './segment-sums.ts'
import type { Segment } from './segments.ts'
import type { TailSum } from './tail-file.ts'

type CheckedTail = Readonly<{ file: string; sum: TailSum; last: number }>
type Checked = Readonly<{ segments: readonly Omit<Segment, 'counts'>[]; tails: readonly CheckedTail[] }>

/**
 * The usual check reads a segment or a tail only if the sizes or times of its files changed. A thorough check reads all files, because a
 * disk can return wrong bytes without an error.
 */
export function createCopyCheck() {
  const right = new Map<string, string>()

  async function isRight(path: string, stamp: string, isThorough: boolean, read: () => Promise<boolean>) {
    if (!isThorough && right.get(path) === stamp) return true
    if (!(await read())) return false
    right.set(path, stamp)
    return true
  }

  return async ({ segments, tails }: Checked, isThorough = false): Promise<Damaged | undefined> => {
    for (const { folder, first, last } of segments) {
      const stamp = await stampOfFolder(folder).catch(() => MISSING)
      if (!(await isRight(folder, stamp, isThorough, () => areSumsRight(folder))))
        return new Damaged(folder, { first, last })
    }
    for (const tail of tails) {
      const { file, sum, last } = tail
      const stamp = `${await stampOf(file).catch(() => MISSING)} ${sum.sum}`
      if (!(await isRight(file, stamp, isThorough, () => isTailRight(tail).catch(() => false))))
        return new Damaged(file, { first: sum.first, last })
    }
    return undefined
  }
}

const MISSING = 'missing'

async function stampOfFolder(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted()
  const stamps = names.map(async (name) => `${name} ${await stampOf(join(folder, name))}`)
  return (await Promise.all(stamps)).join('\n')
}

async function stampOf(file: string): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(file)
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

async function isTailRight({ file, sum: { bytes, sum } }: CheckedTail): Promise<boolean> {
  const hash = createHash('sha256')
  if (bytes > 0) await pipeline(createReadStream(file, { end: bytes - 1 }), hash)
  return hash.digest('hex') === sum
}
