import { statfsSync } from 'node:fs'

/** Infinite if the file system does not report its size. */
export function freeBytes(folder: string, statfs: typeof spaceOf = spaceOf): number {
  const { blocks, bavail, bsize } = statfs(folder)
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY
}

const spaceOf = (folder: string): { blocks: number; bavail: number; bsize: number } => statfsSync(folder)
