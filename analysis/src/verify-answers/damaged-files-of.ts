import { readCopiedRange } from '../questions/copied-range.ts'
import { damagedSegmentFiles, damagedTails } from '../questions/damaged-files.ts'

/** Every damaged file of a copy. While the shop runs, it may merge or remove files, so a file counts only if it is found twice. */
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
      // A segment was merged between listing and reading it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}
