import { readCopiedRange } from '../questions/copied-range.ts'
import { damagedSegmentFiles, damagedTails } from '../questions/damaged-files.ts'

/** Every damaged file of a copy. A running shop can merge or remove files, so a file counts only if two checks find it damaged. */
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
      // The shop has merged a segment between listing it and reading it. So all files are listed again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}
