import { readCopiedRange } from '../questions/copied-range.ts'
import { damagedSegmentFiles, damagedTails } from '../questions/damaged-files.ts'

/** Every file of a copy that has not in it what was written. The shop may run, and merge or remove files meanwhile: so each is looked at twice. */
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
      // Merged between the look and the reading.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}
