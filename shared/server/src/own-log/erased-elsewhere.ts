import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Erased = z.object({ erased: z.array(z.string()) })

/**
 * The people that manifests of backups in a folder name as erased. With an older log and older keys nothing else knows of an erasure that came
 * after them: whoever restores these puts the newest manifest beside them (decisions C14).
 */
export function erasedElsewhere(dataFolder: string): readonly string[] {
  const manifests = readdirSync(dataFolder).filter((name) => name.endsWith('.manifest.json'))
  return manifests.flatMap((name) => erasedIn(readFileSync(join(dataFolder, name), 'utf8')))
}

function erasedIn(manifest: string): readonly string[] {
  try {
    return Erased.safeParse(JSON.parse(manifest)).data?.erased ?? []
  } catch {
    // It is looked at as a witness of the log, which says what is wrong with it.
    return []
  }
}
