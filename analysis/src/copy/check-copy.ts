import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { areSumsRight } from './segment-sums.ts'
import type { Segment } from './segments.ts'
import type { TailSum } from './tail-file.ts'

type CheckedTail = Readonly<{ file: string; sum: TailSum }>
type Checked = Readonly<{ segments: readonly Pick<Segment, 'folder'>[]; tails: readonly CheckedTail[] }>

/**
 * Makes the function that checks whether a copy's files are unchanged. The usual check reads a segment only if the sizes or times of its
 * files changed. A thorough check reads all files, because a disk can return wrong bytes without an error.
 */
export function createCopyCheck() {
  const right = new Map<string, string>()

  async function isRight(folder: string, isThorough: boolean) {
    const stamp = await stampOf(folder)
    if (!isThorough && right.get(folder) === stamp) return true
    if (!(await areSumsRight(folder))) return false
    right.set(folder, stamp)
    return true
  }

  /** Returns the path of the first damaged file or folder. */
  return async ({ segments, tails }: Checked, isThorough = false): Promise<string | undefined> => {
    for (const { folder } of segments) if (!(await isRight(folder, isThorough))) return folder
    if (isThorough) for (const tail of tails) if (!(await isTailRight(tail))) return tail.file
    return undefined
  }
}

async function stampOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted()
  const stamps = names.map(async (name) => {
    const { ino, size, mtimeMs, ctimeMs } = await stat(join(folder, name))
    return `${name} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
  })
  return (await Promise.all(stamps)).join('\n')
}

async function isTailRight({ file, sum: { bytes, sum } }: CheckedTail): Promise<boolean> {
  const hash = createHash('sha256')
  if (bytes > 0) await pipeline(createReadStream(file, { end: bytes - 1 }), hash)
  return hash.digest('hex') === sum
}
